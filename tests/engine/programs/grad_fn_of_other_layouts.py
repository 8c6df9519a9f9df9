# nodes are of one type and name however their inputs lie in memory and whatever their dtypes are
import torch

x = torch.tensor([[0.25, 0.5], [2.0, 3.0]], requires_grad=True)
for y in (x // 2, x.T // 2, x.diagonal() // 2, x.expand(2, 2, 2) // 2, x.half() // 2, 2 % x.T):
    print(y.grad_fn.name(), (y + 1).grad_fn.next_functions[0][0].name())
for y in (x.T * 2, x.half() * 2, x.double() * x, x.T * x, x.T * x.half()):
    print(type(y.grad_fn) is type((x * 2).grad_fn), type(y.grad_fn) is type((x * x).grad_fn))
