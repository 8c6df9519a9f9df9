# schedulers in use: chained, sequential, plateau, saved, out of order
import torch
from torch import optim
from torch.optim.lr_scheduler import (
    ChainedScheduler,
    ConstantLR,
    ExponentialLR,
    LinearLR,
    ReduceLROnPlateau,
    SequentialLR,
    StepLR,
)

w = torch.ones(1, requires_grad=True)


def fresh():
    return optim.SGD(
        [{"params": [w]}, {"params": [torch.ones(1, requires_grad=True)], "lr": 2.0}], lr=1.0
    )


optimizer = fresh()
plan = SequentialLR(
    optimizer, [LinearLR(optimizer, 0.1, total_iters=3), ExponentialLR(optimizer, 0.5)], [3]
)
for epoch in range(7):
    print(epoch, [round(rate, 4) for rate in plan.get_last_lr()])
    optimizer.step()
    plan.step()
optimizer = fresh()
plan = ChainedScheduler([ConstantLR(optimizer, 0.1, total_iters=2), StepLR(optimizer, 2, 0.5)])
for epoch in range(5):
    print(epoch, [round(rate, 4) for rate in plan.get_last_lr()])
    optimizer.step()
    plan.step()
optimizer = fresh()
plan = ReduceLROnPlateau(optimizer, "min", factor=0.1, patience=1, threshold=0.01, cooldown=1)
for loss in (1.0, 0.9, 0.9, 0.9, 0.9, 0.9, 0.5, 0.5, 0.5, 0.5):
    plan.step(loss)
    print(loss, [round(group["lr"], 5) for group in optimizer.param_groups], plan.num_bad_epochs)
optimizer = fresh()
plan = StepLR(optimizer, 2)
plan.step()
optimizer.step()
print(plan.state_dict())
other = StepLR(fresh(), 5)
other.load_state_dict(plan.state_dict())
print(other.step_size, other.last_epoch)
