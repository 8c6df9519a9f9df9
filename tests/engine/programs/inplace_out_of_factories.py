# `out=` of what makes tensors: it is made in the dtype of that tensor, which is resized to fit.
import warnings

import torch
import torch.nn.functional as F

MADE = {
    "zeros": lambda o: torch.zeros(2, out=o),
    "ones": lambda o: torch.ones(2, 1, out=o),
    "full": lambda o: torch.full((2,), 2.75, out=o),
    "eye": lambda o: torch.eye(2, 3, out=o),
    "arange": lambda o: torch.arange(3, out=o),
    "arange, steps": lambda o: torch.arange(1.0, 3.0, 0.1, out=o),
    "range": lambda o: torch.range(1, 4, out=o),
    "linspace": lambda o: torch.linspace(0, 1, 4, out=o),
    "logspace": lambda o: torch.logspace(0, 1, 3, out=o),
    "rand": lambda o: torch.rand(3, out=o),
    "randn": lambda o: torch.randn(2, 2, out=o),
    "randint": lambda o: torch.randint(3, 9, (4,), out=o),
    "randperm": lambda o: torch.randperm(5, out=o),
    "normal": lambda o: torch.normal(1.0, 2.0, (3,), out=o),
    "bernoulli": lambda o: torch.bernoulli(torch.tensor([0.2, 0.5, 0.9]), out=o),
    "multinomial": lambda o: torch.multinomial(torch.ones(4), 3, out=o),
}
for name, make in MADE.items():
    for dtype in (torch.float64, torch.float32, torch.float16, torch.int64):
        for size in ((0,), (3,), (2, 2)):
            given = torch.full(size, 7, dtype=dtype)
            if name == "arange, steps" and dtype == torch.int64:
                continue
            torch.manual_seed(0)
            with warnings.catch_warnings(record=True) as heard:
                warnings.simplefilter("always")
                try:
                    made = make(given)
                    print(name, made is given, given.dtype, given.tolist(), given._version)
                except (RuntimeError, NotImplementedError) as error:
                    print(name, error)
            print([str(w.message)[:60] for w in heard if name != "range"])

grid = torch.zeros(2, 3, dtype=torch.float64)
torch.arange(6, out=grid)
print(grid, torch.linspace(0, 1, 2, out=grid[:, 1:2].t()), grid)
row = torch.ones(6)
torch.zeros(3, out=row[::2])
print(row, torch.zeros(3, out=torch.empty(0), requires_grad=True))
for means, spreads in ((torch.tensor([0.0, 9.0]), 2.0), (1.0, torch.tensor([1.0, 50.0])),
                       (torch.zeros(2, 1), torch.ones(2))):
    for dtype in (torch.float32, torch.float64):
        for size in (2, 3):
            torch.manual_seed(0)
            try:
                print(torch.normal(means, spreads, out=torch.zeros(size, dtype=dtype)))
            except RuntimeError as error:
                print(error)
for wrong in (lambda: torch.zeros(2, dtype=torch.float64, out=torch.zeros(2)),
              lambda: torch.eye(2, dtype=torch.int64, out=torch.zeros(2).double()),
              lambda: torch.full((2,), 300, out=torch.zeros(0, dtype=torch.uint8)),
              lambda: torch.multinomial(torch.ones(3), 2, out=torch.zeros(2))):
    try:
        wrong()
    except RuntimeError as error:
        print(error)

# The first preconditioner of an optimizer, in the dtype of the gradient.
grad = torch.tensor([[1.0, 2.0]], dtype=torch.float64)
print((1e-4 * torch.eye(2, out=grad.new(2, 2))).add_(grad.t() @ grad).tolist())
x = torch.tensor([0.3, -1.2, 2.0])
for fill in (
    lambda o: torch.softmax(x, 0, out=o), lambda o: torch.log_softmax(x, 0, out=o),
    lambda o: F.normalize(x, dim=0, out=o), lambda o: torch.special.round(x, out=o),
):
    held = torch.empty(0)
    print(fill(held) is held, held)
held = torch.empty(0, dtype=torch.complex64)
print(torch.complex(x, x, out=held) is held, held, torch.polar(x.abs(), x, out=held), held)
