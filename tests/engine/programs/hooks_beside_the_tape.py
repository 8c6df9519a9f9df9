# what the formula of all inputs sends where no edge leads; a module behind a view off the tape
import torch
from torch import nn

torch.manual_seed(3)
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
for join in (torch.cat, torch.stack, torch.hstack, torch.linalg.multi_dot):
    joined = join([x, torch.ones(2, 2)])
    joined.grad_fn.register_hook(lambda sent, got: print(sent, got))
    joined.sum().backward()
with torch.no_grad():
    row = x[:1]
for module in (nn.Identity(), nn.Linear(2, 1), nn.ReLU()):
    module.register_full_backward_hook(lambda m, sent, got: print(m, sent, got))
    module.register_full_backward_pre_hook(lambda m, got: print(got))
    module(row).sum().backward()

# under a transform, too, what was computed of such a view has a history
for given in (row, row * 2, row.norm(), row.sum()):
    print(torch.func.vjp(lambda t: t * 2, given)[0])
    print(torch.func.grad(lambda t: (t * t).sum())(given))
