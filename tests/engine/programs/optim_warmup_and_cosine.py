# warm-up by a lambda, by SequentialLR, restarts, one cycle: the learning rates in a row
import math

import torch
from torch.optim import lr_scheduler as S

schedules = {
    "warm-up": lambda o: S.LambdaLR(o, lambda e: min(1.0, (e + 1) / 4)),
    "cosine by hand": lambda o: S.LambdaLR(o, lambda e: 0.5 * (1 + math.cos(math.pi * e / 8))),
    "cosine": lambda o: S.CosineAnnealingLR(o, T_max=8),
    "restarts": lambda o: S.CosineAnnealingWarmRestarts(o, T_0=2, T_mult=2),
    "sequence": lambda o: S.SequentialLR(
        o, [S.LinearLR(o, 0.25, total_iters=3), S.ExponentialLR(o, 0.5)], milestones=[3]
    ),
    "one cycle": lambda o: S.OneCycleLR(o, max_lr=0.4, total_steps=9),
    "polynomial": lambda o: S.PolynomialLR(o, total_iters=4, power=2),
}
for name, make in schedules.items():
    p = torch.nn.Parameter(torch.ones(1))
    optimizer = torch.optim.SGD([p], lr=0.1, momentum=0.9)
    schedule, rates = make(optimizer), []
    for _ in range(8):
        rates.append(f"{optimizer.param_groups[0]['lr']:.4f}")
        p.sum().backward()
        optimizer.step()
        schedule.step()
    print(f"{name:15}", *rates)
print(type(schedule), schedule.get_last_lr()[0] == optimizer.param_groups[0]["lr"])
