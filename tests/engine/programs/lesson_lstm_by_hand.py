# an LSTM cell written out gate by gate, equal to nn.LSTMCell in values and gradients
import torch
from torch import nn

torch.manual_seed(11)
cell = nn.LSTMCell(3, 2)
x, h, c = torch.randn(4, 3), torch.zeros(4, 2), torch.zeros(4, 2)


def by_hand(x, h, c):
    gates = x @ cell.weight_ih.T + cell.bias_ih + h @ cell.weight_hh.T + cell.bias_hh
    i, f, g, o = gates.chunk(4, dim=1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c


ours, theirs = (h, c), (h, c)
for _ in range(3):
    ours, theirs = by_hand(x, *ours), cell(x, theirs)
print(theirs[0], torch.allclose(ours[0], theirs[0], atol=1e-6))
grads = [torch.autograd.grad(s[0].sum(), list(cell.parameters())) for s in (ours, theirs)]
for (name, p), a, b in zip(cell.named_parameters(), *grads):
    print(name, tuple(p.shape), torch.allclose(a, b, atol=1e-5), a.sum())
with torch.no_grad():
    cell.bias_hh[2:4] = 1.0
print(cell, cell.bias_hh)
