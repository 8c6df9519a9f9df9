# RNN: layers, directions, nonlinearity, batch_first, gradients
import torch
from torch import nn

x = torch.linspace(-1, 1, 12).reshape(3, 2, 2)
for options in (
    {},
    {"num_layers": 2},
    {"bidirectional": True},
    {"nonlinearity": "relu"},
    {"bias": False, "batch_first": True},
    {"num_layers": 2, "bidirectional": True, "dropout": 0.0},
):
    torch.manual_seed(7)
    rnn = nn.RNN(2, 3, **options)
    out, h = rnn(x)
    print(rnn, out.shape, h.shape)
    print(out[-1], h[-1])
    out.sum().backward()
    print({name: p.grad.sum() for name, p in rnn.named_parameters()})
    print(list(rnn.state_dict()))
h0 = torch.ones(1, 2, 3)
rnn = nn.RNN(2, 3)
print(rnn(x, h0)[1])
print(rnn(x[:, 0])[0].shape, rnn.all_weights[0][0].shape)
try:
    rnn(torch.ones(3, 2, 5))
except RuntimeError as error:
    print(error)
try:
    rnn(x, torch.ones(1, 5, 3))
except RuntimeError as error:
    print(error)
for cell in (nn.LSTMCell(4, 3), nn.GRUCell(4, 3), nn.RNNCell(4, 3)):
    after = cell(torch.ones(2, 4))
    print([part._version for part in (after if isinstance(after, tuple) else (after,))])
