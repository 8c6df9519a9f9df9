# the old Variable
import warnings

import torch
from torch.autograd import Variable

x = Variable(torch.ones(2, 2), requires_grad=True)
print(x, type(x), isinstance(x, Variable), isinstance(x, torch.Tensor))
y = x + 2
z = y * y * 3
out = z.mean()
out.backward()
print(x.grad, out.data, x.data, y.grad_fn)
print(Variable(torch.Tensor([2, 2, 2])), Variable(torch.tensor([1.0])).requires_grad)
print(Variable(torch.ones(1), volatile=False))
for given in ({"reqires_grad": True}, {"requires_grad": True, "volatile": True}):
    try:
        Variable(torch.ones(2), **given)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    x.volatile = False
    print(x.volatile)
print([str(warning.message) for warning in caught])
