# an optimizer without parameters, groups, and a step without gradients
import torch
from torch import nn, optim

try:
    optim.SGD([], lr=0.1)
except ValueError as error:
    print(error)
try:
    optim.SGD([torch.ones(1) * torch.ones(1, requires_grad=True)], lr=0.1)
except ValueError as error:
    print(error)
try:
    optim.SGD([torch.ones(1)], lr=-1)
except ValueError as error:
    print(error)
w = torch.ones(1, requires_grad=True)
optimizer = optim.SGD([w], lr=0.1)
optimizer.step()
print(w)
a, b = nn.Linear(1, 1), nn.Linear(1, 1)
optimizer = optim.SGD([{"params": a.parameters()}, {"params": b.parameters(), "lr": 0.5}], lr=0.1)
print(len(optimizer.param_groups), [g["lr"] for g in optimizer.param_groups])

# steps that are captured or recorded, hooks that return what they must not
parameter = torch.nn.Parameter(torch.ones(1))
parameter.grad = torch.ones(1)
for options in ({"capturable": True}, {"differentiable": True}):
    try:
        torch.optim.Adam([parameter], **options).step()
    except (AssertionError, RuntimeError) as error:
        print(error)
adam = torch.optim.Adam([parameter], betas=(torch.tensor(0.9), torch.tensor(0.99)))
schedulers = torch.optim.lr_scheduler
print(adam, isinstance(schedulers.StepLR(adam, 1), schedulers._LRScheduler))
adam.register_step_pre_hook(lambda *_: 3)
try:
    adam.step()
except RuntimeError as error:
    print(str(error)[-60:])
try:
    adam.load_state_dict(3)
except AttributeError as error:
    print(error)
