# ReduceLROnPlateau beside a patience counter that keeps the best weights
import copy

import torch
from torch import nn

model = nn.Linear(1, 1)
nn.init.constant_(model.weight, 2.0)
nn.init.zeros_(model.bias)
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.1, patience=1)
validation = [1.0, 0.8, 0.7, 0.72, 0.71, 0.9, 0.69, 0.8, 0.85, 0.9, 0.95]
best, waited, kept = float("inf"), 0, None
for epoch, loss in enumerate(validation):
    with torch.no_grad():
        model.weight.mul_(0.5)
    plateau.step(loss)
    if loss < best:
        best, waited, kept = loss, 0, copy.deepcopy(model.state_dict())
    else:
        waited += 1
    lr = optimizer.param_groups[0]["lr"]
    print(f"epoch {epoch:>2} | loss {loss:.2f} | best {best:.2f} | lr {lr:.0e} | waited {waited}")
    if waited >= 4:
        print("stopped early")
        break
print(model.weight.item(), kept)
print(model.load_state_dict(kept), model.weight)
print(plateau.num_bad_epochs, plateau.best, plateau.state_dict()["last_epoch"])
