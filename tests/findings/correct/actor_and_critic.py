import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
body, actor, critic = nn.Linear(4, 16), nn.Linear(16, 3), nn.Linear(16, 1)
params = [p for m in (body, actor, critic) for p in m.parameters()]
opt = torch.optim.Adam(params, lr=0.01)
for _ in range(3):
    h = torch.relu(body(torch.randn(10, 4)))
    log = F.log_softmax(actor(h), dim=1)
    action = torch.multinomial(log.detach().exp(), 1)
    reward, value = torch.randn(10), critic(h).squeeze(1)
    advantage = reward - value.detach()
    entropy = -(log.exp() * log).sum(1).mean()
    loss = -(log.gather(1, action).squeeze(1) * advantage).mean()
    loss = loss + 0.5 * F.mse_loss(value, reward) - 0.01 * entropy
    opt.zero_grad()
    loss.backward()
    opt.step()
