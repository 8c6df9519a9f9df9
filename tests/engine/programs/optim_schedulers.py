# learning rate schedules
import torch
from torch import optim


def rates(make, steps=5):
    w = torch.tensor(1.0, requires_grad=True)
    optimizer = optim.SGD([w], lr=1.0)
    scheduler = make(optimizer)
    seen = []
    for _ in range(steps):
        optimizer.step()
        seen.append(round(optimizer.param_groups[0]["lr"], 6))
        scheduler.step()
    print(type(scheduler).__name__, seen, scheduler.get_last_lr())


rates(lambda o: optim.lr_scheduler.StepLR(o, step_size=2, gamma=0.1))
rates(lambda o: optim.lr_scheduler.ExponentialLR(o, 0.5))
rates(lambda o: optim.lr_scheduler.MultiStepLR(o, [1, 3]))
rates(lambda o: optim.lr_scheduler.CosineAnnealingLR(o, 4))
rates(lambda o: optim.lr_scheduler.LambdaLR(o, lambda e: 1 / (e + 1)))
rates(lambda o: optim.lr_scheduler.LinearLR(o))
