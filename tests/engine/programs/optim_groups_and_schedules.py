# warmup, cosine decay, per-group schedules, momentum cycling
import math

import torch
from torch import nn, optim

model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
optimizer = optim.AdamW(
    [
        {"params": model[0].parameters(), "lr": 1e-2, "name": "body"},
        {"params": model[1].parameters(), "lr": 1e-1, "weight_decay": 0.0, "name": "head"},
    ]
)


def warm(step, warmup=3, total=10):
    if step < warmup:
        return (step + 1) / warmup
    return 0.5 * (1 + math.cos(math.pi * (step - warmup) / (total - warmup)))


schedule = optim.lr_scheduler.LambdaLR(optimizer, [warm, lambda step: 0.9**step])
for step in range(6):
    print(step, [f"{rate:.5f}" for rate in schedule.get_last_lr()])
    optimizer.step()
    schedule.step()
print([(g["name"], g["weight_decay"], round(g["initial_lr"], 3)) for g in optimizer.param_groups])
sgd = optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
cycle = optim.lr_scheduler.OneCycleLR(sgd, max_lr=0.4, total_steps=6, pct_start=0.5)
for step in range(6):
    group = sgd.param_groups[0]
    print(step, f"{group['lr']:.4f} {group['momentum']:.4f}")
    sgd.step()
    if step < 5:
        cycle.step()
try:
    cycle.step()
    cycle.step()
except ValueError as error:
    print(error)
restart = optim.lr_scheduler.CosineAnnealingWarmRestarts(optim.SGD(model.parameters(), lr=1.0), 2)
for step in range(5):
    restart.step(step / 2)
    print(round(restart.get_last_lr()[0], 4), end=" ")
print()
print(schedule.state_dict()["last_epoch"], type(schedule).__name__, optimizer)

# a group that comes later has no rate of the schedule's
for make in (
    lambda o: optim.lr_scheduler.LambdaLR(o, lambda epoch: 0.5),
    lambda o: optim.lr_scheduler.CosineAnnealingLR(o, 4),
    lambda o: optim.lr_scheduler.CyclicLR(o, 0.1, 1.0),
    lambda o: optim.lr_scheduler.StepLR(o, 1),
):
    late = optim.SGD([nn.Parameter(torch.ones(1))], lr=1.0, momentum=0.9)
    schedule = make(late)
    late.step()
    late.add_param_group({"params": [nn.Parameter(torch.ones(1))], "lr": 0.3})
    try:
        schedule.step()
    except ValueError as error:
        print(error)
    print(schedule.get_last_lr(), [group["lr"] for group in late.param_groups])
