import torch
from torch import nn

torch.manual_seed(0)
states, steps = 3, 5
moves = nn.Parameter(torch.randn(states, states))
emits = torch.randn(steps, states)
opt = torch.optim.Adam([moves], lr=0.05)
for _ in range(3):
    alpha = torch.full((states,), float("-inf"))
    alpha[0] = 0.0
    for t in range(steps):
        alpha = torch.logsumexp(alpha[:, None] + moves.log_softmax(1), dim=0) + emits[t]
    loss = -torch.logsumexp(alpha, dim=0)
    opt.zero_grad()
    loss.backward()
    opt.step()
