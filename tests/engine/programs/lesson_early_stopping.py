# validation, early stopping, the best weights kept, gradient accumulation
import copy

import torch
from torch import nn

torch.manual_seed(46)
x = torch.linspace(-2, 2, 40).unsqueeze(1)
y = torch.sin(2 * x) + 0.05 * torch.randn_like(x)
order = torch.randperm(40)
train, valid = order[:30], order[30:]
model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.RMSprop(model.parameters(), lr=0.02)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=1)
best, best_state, waited = float("inf"), None, 0
for epoch in range(12):
    model.train()
    optimizer.zero_grad()
    for part in train.chunk(3):
        loss = nn.functional.mse_loss(model(x[part]), y[part]) / 3
        loss.backward()
    optimizer.step()
    model.eval()
    with torch.inference_mode():
        score = nn.functional.mse_loss(model(x[valid]), y[valid]).item()
    plateau.step(score)
    if score < best:
        best, best_state, waited = score, copy.deepcopy(model.state_dict()), 0
    else:
        waited += 1
    print(epoch, f"{score:.4f}", waited, optimizer.param_groups[0]["lr"])
    if waited == 3:
        break
model.load_state_dict(best_state)
print(f"{best:.4f}", order[:5])
