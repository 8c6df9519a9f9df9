# LSTM: states, projections, cells, gradients through time
import torch
from torch import nn

x = torch.linspace(-1, 1, 24).reshape(4, 3, 2)
for options in (
    {},
    {"num_layers": 2, "batch_first": True},
    {"bidirectional": True},
    {"proj_size": 2},
):
    torch.manual_seed(8)
    lstm = nn.LSTM(2, 3, **options)
    out, (h, c) = lstm(x)
    print(lstm, out.shape, h.shape, c.shape)
    print(out[-1], c[-1])
    (out.sum() + c.sum()).backward()
    print({name: round(p.grad.sum().item(), 3) for name, p in lstm.named_parameters()})
cell = nn.LSTMCell(2, 3)
h, c = torch.zeros(3, 3), torch.zeros(3, 3)
for step in x:
    h, c = cell(step, (h, c))
print(cell, h, c)
h.sum().backward()
print(cell.weight_hh.grad)
print(cell(x[0])[0])
