# GRU and its cell
import torch
from torch import nn

x = torch.linspace(-1, 1, 24).reshape(4, 3, 2)
for options in ({}, {"num_layers": 2}, {"bidirectional": True, "batch_first": True}):
    torch.manual_seed(9)
    gru = nn.GRU(2, 3, **options)
    out, h = gru(x)
    print(gru, out.shape, h.shape)
    print(out[-1], h[-1])
    out.mean().backward()
    print({name: round(p.grad.sum().item(), 4) for name, p in gru.named_parameters()})
cell = nn.GRUCell(2, 3)
h = torch.zeros(3, 3)
for step in x:
    h = cell(step, h)
print(cell, h)
print(nn.RNNCell(2, 3), nn.RNNCell(2, 3, nonlinearity="relu")(x[0]))
h.sum().backward()
print(cell.bias_ih.grad, cell.weight_ih.grad)
