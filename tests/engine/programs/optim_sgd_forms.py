# SGD: momentum, dampening, nesterov, weight decay, maximize, groups
import torch
from torch import optim

for options in (
    {"lr": 0.1},
    {"lr": 0.1, "momentum": 0.9},
    {"lr": 0.1, "momentum": 0.9, "dampening": 0.5},
    {"lr": 0.1, "momentum": 0.9, "nesterov": True},
    {"lr": 0.1, "weight_decay": 0.1},
    {"lr": 0.1, "maximize": True},
    {},
):
    w = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
    optimizer = optim.SGD([w], **options)
    for _ in range(5):
        optimizer.zero_grad()
        (w * w * torch.tensor([1.0, 2.0, 0.5])).sum().backward()
        optimizer.step()
    print(options, w, optimizer.state_dict())
a, b = torch.ones(1, requires_grad=True), torch.ones(2, requires_grad=True)
optimizer = optim.SGD([{"params": [a]}, {"params": [b], "lr": 0.01}], lr=0.5, momentum=0.1)
print(optimizer)
(a.sum() + b.sum()).backward()
optimizer.step()
print(a, b, len(optimizer.param_groups), optimizer.param_groups[1]["lr"])
for group in optimizer.param_groups:
    group["lr"] *= 0.1
optimizer.add_param_group({"params": torch.zeros(1, requires_grad=True), "momentum": 0.0})
print([group["lr"] for group in optimizer.param_groups], optimizer.defaults)
for wrong in ({"lr": -1}, {"lr": 0.1, "nesterov": True}, {"lr": 0.1, "momentum": -0.5}):
    try:
        optim.SGD([a], **wrong)
    except ValueError as error:
        print(error)

for kind in (torch.float16, torch.bfloat16):  # steps round their numbers in float32
    torch.manual_seed(0)
    start, slope = torch.randn(5).to(kind), torch.randn(5).to(kind)
    for name in ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adamax", "ASGD", "NAdam", "Rprop"):
        weight = start.clone().requires_grad_()
        optimizer = getattr(torch.optim, name)([weight], lr=0.1)
        for step in range(3):
            weight.grad = slope * (step + 1)
            optimizer.step()
        print(name, weight.tolist())
    weight = start.clone().requires_grad_()
    optimizer = torch.optim.SGD([weight], lr=0.1, momentum=0.9, weight_decay=0.01, nesterov=True)
    for step in range(3):
        weight.grad = slope * (step + 1)
        optimizer.step()
    print(weight, optimizer.state[weight]["momentum_buffer"])
