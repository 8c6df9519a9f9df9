# a GRU over a sequence by hand, with the weights of nn.GRU
import torch
from torch import nn

torch.manual_seed(12)
gru = nn.GRU(2, 3, batch_first=True)
x = torch.randn(2, 4, 2)


def step(x, h):
    r_x, z_x, n_x = nn.functional.linear(x, gru.weight_ih_l0, gru.bias_ih_l0).chunk(3, 1)
    r_h, z_h, n_h = nn.functional.linear(h, gru.weight_hh_l0, gru.bias_hh_l0).chunk(3, 1)
    r, z = torch.sigmoid(r_x + r_h), torch.sigmoid(z_x + z_h)
    n = torch.tanh(n_x + r * n_h)
    return (1 - z) * n + z * h


h, outputs = torch.zeros(2, 3), []
for t in range(x.size(1)):
    h = step(x[:, t], h)
    outputs.append(h)
mine = torch.stack(outputs, dim=1)
theirs, last = gru(x)
print(mine.shape, last.shape, torch.allclose(mine, theirs, atol=1e-6))
print(last, mine.grad_fn.name(), torch.equal(last[0], theirs[:, -1]))
gru.zero_grad()
(mine[:, -1] ** 2).sum().backward()
for name, p in gru.named_parameters():
    print(f"{name:14} {str(tuple(p.shape)):8} |g| = {p.grad.norm():.4f}")
