# subgradients as torch chooses them
import torch


def at(f, *values):
    x = torch.tensor(values, requires_grad=True)
    f(x).sum().backward()
    print(x.grad)


at(torch.relu, -1.0, 0.0, 2.0, float("nan"), float("inf"))
at(torch.abs, -1.0, 0.0, 2.0)
at(lambda x: x.clamp(-1, 1), -2.0, -1.0, 0.5, 1.0, 2.0)
at(lambda x: x.clamp(min=0), -2.0, 0.0, 2.0)
at(lambda x: x.max(), 1.0, 3.0, 3.0)
at(lambda x: x.max(0)[0], 1.0, 3.0, 3.0)
at(lambda x: torch.maximum(x, torch.zeros(3)), -1.0, 0.0, 2.0)
at(lambda x: x.min(), 1.0, 1.0, 2.0)
at(torch.sqrt, 0.0, 4.0)
at(lambda x: x**0.5, 0.0, 4.0)
at(lambda x: x**2, 0.0, 4.0)
at(lambda x: x.norm(), 0.0, 0.0)
at(torch.sign, -1.0, 0.0)
at(torch.round, 0.4, 1.5)
at(lambda x: x.sort()[0] * torch.arange(3.0), 3.0, 1.0, 2.0)
at(torch.nn.functional.leaky_relu, -1.0, 0.0, 1.0)
at(lambda x: x.log(), 0.0, 1.0)
