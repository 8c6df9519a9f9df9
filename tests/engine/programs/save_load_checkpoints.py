# checkpoints in memory: resuming, partial loading, strictness, best weights
import io

import torch
from torch import nn

torch.manual_seed(98)


def build():
    return nn.Sequential(nn.Linear(2, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 1))


def fit(model, optimizer, scheduler, epochs):
    x = torch.linspace(-1, 1, 8).unsqueeze(1).repeat(1, 2)
    for _ in range(epochs):
        optimizer.zero_grad()
        loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
        loss.backward()
        optimizer.step()
        scheduler.step()
    return loss


model = build()
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2, gamma=0.5)
print(fit(model, optimizer, scheduler, 3))
buffer = io.BytesIO()
torch.save(
    {
        "epoch": 3,
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "scheduler": scheduler.state_dict(),
        "rng": torch.get_rng_state(),
    },
    buffer,
)
print(fit(model, optimizer, scheduler, 2), optimizer.param_groups[0]["lr"])
buffer.seek(0)
saved = torch.load(buffer)
print(sorted(saved), saved["epoch"], list(saved["model"]), saved["scheduler"]["last_epoch"])
again = build()
optimizer2 = torch.optim.Adam(again.parameters(), lr=5.0)
scheduler2 = torch.optim.lr_scheduler.StepLR(optimizer2, 2, gamma=0.5)
again.load_state_dict(saved["model"])
optimizer2.load_state_dict(saved["optimizer"])
scheduler2.load_state_dict(saved["scheduler"])
print(fit(again, optimizer2, scheduler2, 2), torch.equal(again[0].weight, model[0].weight))
torch.set_rng_state(saved["rng"])
first = torch.rand(2)
torch.set_rng_state(saved["rng"])
print(torch.equal(first, torch.rand(2)))
bigger = nn.Sequential(nn.Linear(2, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 3))
own = bigger.state_dict()
fitting = {k: v for k, v in saved["model"].items() if v.shape == own[k].shape}
print(bigger.load_state_dict(fitting, strict=False))
