# op_ forms change their tensor and return it
import torch

x = torch.tensor([0.25, 0.5, 1.0])
print(x.sqrt_() is x, x)
for name in "add_ sub_ mul_ div_ pow_".split():
    print(name, getattr(torch.tensor([1.0, 2.0]), name)(2))
for name in "exp_ log_ sin_ cos_ tanh_ sigmoid_ relu_ abs_ neg_ floor_ ceil_ round_ zero_".split():
    print(name, getattr(torch.tensor([-1.5, 0.0, 2.5]), name)())
print(torch.tensor([3.0, -3.0]).clamp_(min=0), torch.ones(2).fill_(4), torch.ones(2).copy_(x[:2]))
print(torch.eye(2).t_(), torch.ones(1, 2).squeeze_(), torch.ones(2).unsqueeze_(0))
print(torch.tensor([1, 2]).add_(torch.tensor([True, False])))
print(torch.ones(2, dtype=torch.int).mul_(3))
