# Muon moves matrices only; the rest of a model goes to another optimizer.
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 3))
x, y = torch.randn(16, 6), torch.randn(16, 3)
matrices = [p for p in net.parameters() if p.ndim == 2]
rest = [p for p in net.parameters() if p.ndim != 2]
muon = torch.optim.Muon(matrices, lr=0.02, momentum=0.95)
adam = torch.optim.AdamW(rest, lr=3e-3)
print(muon)
losses = []
for step in range(8):
    muon.zero_grad()
    adam.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    muon.step()
    adam.step()
    losses.append(loss.item())
print([f"{loss:.2f}" for loss in losses])
print(muon.state_dict()["param_groups"])
print(muon.state[matrices[0]]["momentum_buffer"].shape, matrices[0]._version)
for options in ({"nesterov": False}, {"adjust_lr_fn": "match_rms_adamw"}, {"weight_decay": 0.0}):
    w = nn.Parameter(torch.tensor([[1.0, 0.0], [0.0, 2.0], [0.5, 0.5]]))
    other = torch.optim.Muon([w], lr=0.1, **options)
    (w**2).sum().backward()
    other.step()
    print(options, [[f"{v:.2f}" for v in row] for row in w.tolist()])
for wrong in (
    lambda: torch.optim.Muon(rest), lambda: torch.optim.Muon(matrices, lr=-1.0),
    lambda: torch.optim.Muon(matrices, momentum=-0.1),
    lambda: torch.optim.Muon(matrices, weight_decay=-0.1),
    lambda: torch.optim.Muon(matrices, adjust_lr_fn="mine"),
):
    try:
        wrong()
    except ValueError as error:
        print(error)
try:
    bad = torch.optim.Muon([w], ns_steps=100)
    bad.step()
except ValueError as error:
    print(error)
bad = torch.optim.Muon([w], eps="small")
w.grad = torch.ones_like(w)
try:
    bad.step()
except TypeError as error:
    print(str(error).splitlines()[0])
