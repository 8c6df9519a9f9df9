# Jacobians and Hessians of tensors without dimensions, forward and backward, one by one and at once
import torch
from torch import func
from torch.autograd.functional import hessian, jacobian

three, two, row = torch.tensor(3.0), torch.tensor(2.0), torch.tensor([1.0, 2.0])
FUNCTIONS = (
    (lambda x: x**2, three),
    (lambda x: x**3, (three,)),
    (lambda x, y: x * y, (three, two)),
    (lambda x, y: x * y, (three, row)),
    (lambda x: x * row, three),
    (lambda x: (x * 2, x * row), three),
    (lambda x: torch.tensor(3.0), three),
    (lambda x: x, three),
    (lambda x, y: x * 2, (three, row)),
    (lambda x: x.sin(), torch.tensor(1.0, dtype=torch.float64)),
)
for number, (function, inputs) in enumerate(FUNCTIONS):
    several = inputs if isinstance(inputs, tuple) else (inputs,)
    print(number)
    for options in ({}, {"vectorize": True}, {"vectorize": True, "strategy": "forward-mode"}):
        print(jacobian(function, inputs, **options))
    print(func.jacfwd(function)(*several), func.jacrev(function)(*several))
    print(func.jvp(function, several, tuple(map(torch.ones_like, several))))
for function, inputs in FUNCTIONS[:2] + FUNCTIONS[6:8] + FUNCTIONS[9:]:
    print(hessian(function, inputs, vectorize=True, outer_jacobian_strategy="forward-mode"))
    several = inputs if isinstance(inputs, tuple) else (inputs,)
    print(func.hessian(function)(*several), func.jacfwd(func.jacfwd(function))(*several))
