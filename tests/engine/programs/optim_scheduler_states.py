# Every schedule: what it prints, its state, and going on from it.
import torch
from torch import nn, optim
from torch.optim import lr_scheduler as S

makers = {
    "StepLR": lambda o: S.StepLR(o, 2, 0.5),
    "MultiStepLR": lambda o: S.MultiStepLR(o, [1, 3], 0.1),
    "ConstantLR": lambda o: S.ConstantLR(o, 0.5, 2),
    "LinearLR": lambda o: S.LinearLR(o, 0.25, 1.0, 4),
    "ExponentialLR": lambda o: S.ExponentialLR(o, 0.9),
    "PolynomialLR": lambda o: S.PolynomialLR(o, 4, 2.0),
    "CosineAnnealingLR": lambda o: S.CosineAnnealingLR(o, 4, 0.01),
    "CosineAnnealingWarmRestarts": lambda o: S.CosineAnnealingWarmRestarts(o, 2, 2),
    "LambdaLR": lambda o: S.LambdaLR(o, lambda e: 1 / (e + 1)),
    "MultiplicativeLR": lambda o: S.MultiplicativeLR(o, lambda e: 0.8),
    "CyclicLR": lambda o: S.CyclicLR(o, 0.01, 0.1, 2),
    "OneCycleLR": lambda o: S.OneCycleLR(o, 0.2, total_steps=8),
    "SequentialLR": lambda o: S.SequentialLR(
        o, [S.ConstantLR(o, 0.1, 2), S.ExponentialLR(o, 0.9)], [2]),
    "ChainedScheduler": lambda o: S.ChainedScheduler(
        [S.ConstantLR(o, 0.1, 2), S.ExponentialLR(o, 0.9)]),
    "ReduceLROnPlateau": lambda o: S.ReduceLROnPlateau(o, patience=0),
}
for name, make in makers.items():
    opt = optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1, momentum=0.9)
    schedule = make(opt)
    rates = []
    for epoch in range(5):
        opt.step()
        schedule.step(1.0) if name == "ReduceLROnPlateau" else schedule.step()
        rates.append(round(opt.param_groups[0]["lr"], 6))
    print(name, rates, schedule.get_last_lr())
    state = schedule.state_dict()
    print({k: v for k, v in state.items() if k not in ("_schedulers", "_scale_fn_ref")})
    fresh = optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1, momentum=0.9)
    again = make(fresh)
    again.load_state_dict(state)
    print(getattr(again, "last_epoch", None), sorted(fresh.param_groups[0]))
opt = optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)
schedule = S.StepLR(opt, 1)
schedule.step()
opt.step()
for wrong in (
    lambda: S.StepLR(nn.Linear(1, 1), 1), lambda: S.LambdaLR(opt, [abs, abs]),
    lambda: S.MultiStepLR(opt, [3, 1]), lambda: S.ConstantLR(opt, 2.0),
    lambda: S.LinearLR(opt, 0.0),
    lambda: S.OneCycleLR(opt, 0.1), lambda: S.CyclicLR(opt, 0.1, 0.2),
    lambda: S.SequentialLR(opt, [schedule], [1]), lambda: S.ReduceLROnPlateau(opt, factor=1.5),
    lambda: S.CosineAnnealingWarmRestarts(opt, 0), lambda: S.StepLR(opt, 1, last_epoch=3),
    lambda: S.ReduceLROnPlateau(opt, mode="middle"), lambda: S.ChainedScheduler([]),
):
    try:
        print(type(wrong()).__name__)
    except Exception as error:
        print(type(error).__name__, error)
