# what every scheduler makes of the learning rate
import torch
from torch import optim
from torch.optim import lr_scheduler as S


def rates(make, turns=8, **options):
    optimizer = optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0, momentum=0.9)
    scheduler = make(optimizer, **options)
    seen = []
    for _ in range(turns):
        seen.append(round(optimizer.param_groups[0]["lr"], 5))
        optimizer.step()
        scheduler.step()
    return seen, scheduler.get_last_lr(), scheduler.last_epoch


print(rates(S.StepLR, step_size=3))
print(rates(S.StepLR, step_size=2, gamma=0.5))
print(rates(S.MultiStepLR, milestones=[2, 5], gamma=0.1))
print(rates(S.ExponentialLR, gamma=0.9))
print(rates(S.CosineAnnealingLR, T_max=5, eta_min=0.1))
print(rates(S.CosineAnnealingWarmRestarts, T_0=3, T_mult=2))
print(rates(S.LambdaLR, lr_lambda=lambda epoch: 1 / (epoch + 1)))
print(rates(S.MultiplicativeLR, lr_lambda=lambda epoch: 0.95))
print(rates(S.ConstantLR, factor=0.25, total_iters=3))
print(rates(S.LinearLR, start_factor=0.5, total_iters=4))
print(rates(S.PolynomialLR, total_iters=6, power=2.0))
print(rates(S.CyclicLR, base_lr=0.1, max_lr=0.5, step_size_up=2))
print(rates(S.CyclicLR, base_lr=0.1, max_lr=0.5, step_size_up=2, mode="triangular2"))
print(rates(S.OneCycleLR, max_lr=1.0, total_steps=10))
print(rates(S.OneCycleLR, max_lr=0.5, epochs=2, steps_per_epoch=5, anneal_strategy="linear"))
