# closures, hooks around steps, zero_grad with and without set_to_none
import torch
from torch import nn, optim

torch.manual_seed(14)
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = optim.SGD(model.parameters(), lr=0.1)
before = optimizer.register_step_pre_hook(lambda o, args, kwargs: print("before"))
after = optimizer.register_step_post_hook(lambda o, args, kwargs: print("after"))


def closure():
    optimizer.zero_grad()
    loss = model(torch.ones(4, 2)).pow(2).sum()
    loss.backward()
    return loss


for _ in range(2):
    print(optimizer.step(closure))
before.remove()
print(optimizer.step(closure))
print(model[0].weight.grad is None)
optimizer.zero_grad(set_to_none=False)
print(model[0].weight.grad)
optimizer.zero_grad()
print(model[0].weight.grad, optimizer.step() is None)
frozen = model[0].weight.requires_grad_(False)
value = frozen.clone()
closure()
optimizer.step()
print(torch.equal(frozen, value))
print([p.shape for group in optimizer.param_groups for p in group["params"]])
for wrong in ([], torch.ones(2), [torch.ones(2) * torch.ones(2, requires_grad=True)], ["w"]):
    try:
        optim.SGD(wrong, lr=0.1)
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
