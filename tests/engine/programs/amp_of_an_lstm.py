# an LSTM in bfloat16 and under autocast: one node, states rounded after each step
import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(5, 2, 3)
lstm = nn.LSTM(3, 4)
with torch.autocast("cpu", dtype=torch.bfloat16):
    for given in (x, x.bfloat16()):
        y, (h, c) = lstm(given)
        print(y.dtype, h.dtype, c.dtype, y.grad_fn.name(), h.grad_fn.name())
        with torch.autocast("cpu", enabled=False):
            whole = lstm(x)[0]
        print((y.float() - whole).abs().max().item() < 0.01, (h == y[-1]).all())
    print([each.name() for each, _ in y.grad_fn.next_functions if each is not None])
    packed = nn.utils.rnn.pack_padded_sequence(x, [5, 3])
    y, (h, c) = lstm(packed)
    print(y.data.dtype, h.dtype, y.data.grad_fn.name())
y, _ = lstm(x)
print(y.dtype)
for options in ({}, {"bidirectional": True, "num_layers": 2}, {"bias": False}):
    half = nn.LSTM(3, 4, **options).bfloat16()
    given = x.bfloat16().requires_grad_()
    y, (h, c) = half(given)
    print(y.shape, y.dtype, c.dtype, y.grad_fn.name())
    y.float().square().sum().backward()
    print(given.grad.dtype, half.weight_hh_l0.grad.dtype, given.grad.float().norm() > 0)
print(nn.LSTM(3, 4).half()(x.half())[0].dtype)
with torch.autocast("cpu", dtype=torch.float16):
    try:
        lstm(x)
    except RuntimeError as error:
        print(error)
