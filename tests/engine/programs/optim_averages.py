# Adafactor, running averages of weights, their schedule, batch norms anew
import torch
from torch import nn, optim
from torch.optim.swa_utils import (
    AveragedModel,
    SWALR,
    get_ema_avg_fn,
    get_ema_multi_avg_fn,
    update_bn,
)

torch.manual_seed(64)
for options in ({}, {"lr": 0.1, "weight_decay": 0.1}, {"lr": 0.5, "eps": (1e-3, 1e-2), "d": 2.0}):
    w = torch.tensor([[1.0, -2.0], [3.0, 0.5]], requires_grad=True)
    b = torch.tensor([1.0, -1.0], requires_grad=True)
    optimizer = optim.Adafactor([w, b], **options)
    for _ in range(5):
        optimizer.zero_grad()
        ((w @ b) ** 2 + b**2).sum().backward()
        optimizer.step()
    print(optimizer, w, b, sorted(optimizer.state[w]))
model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))
swa = AveragedModel(model)
ema = AveragedModel(model, avg_fn=get_ema_avg_fn(0.9))
both = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.5), use_buffers=False)
optimizer = optim.SGD(model.parameters(), lr=0.1)
schedule = SWALR(optimizer, swa_lr=0.02, anneal_epochs=3)
data = torch.randn(8, 2)
for step in range(5):
    optimizer.zero_grad()
    (model(data) - 1).pow(2).mean().backward()
    optimizer.step()
    for average in (swa, ema, both):
        average.update_parameters(model)
    print(step, [round(rate, 5) for rate in schedule.get_last_lr()])
    schedule.step()
print(swa, swa.n_averaged)
print(model[0].weight, swa.module[0].weight, ema.module[0].weight, both.module[2].bias)
update_bn([data[:4], data[4:]], swa)
print(swa.module[1].running_mean, swa.module[1].num_batches_tracked, swa(data).shape)
for options in ({"anneal_strategy": "x"}, {"anneal_epochs": -1}):
    try:
        SWALR(optimizer, 0.1, **options)
    except ValueError as error:
        print(error)
# a rate that is a tensor is copied
rate = torch.tensor(0.05)
own = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
torch.optim.swa_utils.SWALR(own, swa_lr=rate)
rate.fill_(1.0)
print(own.param_groups[0]["swa_lr"])
