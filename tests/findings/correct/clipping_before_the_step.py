import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
rnn, out = nn.RNN(3, 8, batch_first=True), nn.Linear(8, 1)
params = list(rnn.parameters()) + list(out.parameters())
opt = torch.optim.SGD(params, lr=0.1)
x, y = torch.randn(4, 6, 3), torch.randn(4, 1)
for _ in range(4):
    opt.zero_grad()
    h, _ = rnn(x)
    loss = F.mse_loss(out(h[:, -1]), y)
    loss.backward()
    norm = nn.utils.clip_grad_norm_(params, max_norm=1.0)
    opt.step()
    print(f"{loss.item():.3f} {norm.item():.3f}")
