# what torch's own tests of layers ask, and the engine once answered otherwise
import re

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence


def shown(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, re.sub("0x[0-9a-f]+", "0x", str(error)))


# functions refuse parameters without a shape
x = torch.ones(2, 2)
for lazy in (nn.UninitializedParameter(), nn.UninitializedBuffer()):
    for call in (
        lambda: torch.add(lazy, 1), lambda: F.linear(x, lazy), lambda: F.relu(lazy),
        lambda: torch.relu(lazy), lambda: x + lazy, lambda: torch.cat([lazy, x]),
        lambda: F.mse_loss(lazy, x), lambda: F.gelu(lazy), lambda: F.conv2d(x, lazy),
        lambda: torch.einsum("ij->j", lazy), lambda: torch.equal(lazy, x), lambda: lazy[0],
        lambda: len(lazy), lambda: bool(lazy), lambda: x.add_(lazy), lambda: nn.init.ones_(lazy),
        lambda: nn.init.xavier_uniform_(lazy), lambda: lazy.detach(), lambda: lazy.size(),
        lambda: lazy.double().dtype, lambda: torch.is_floating_point(lazy),
    ):
        shown(call)
print([torch.typename(f) for f in (
    torch.add, torch.einsum, F.relu, F.gelu, F.linear, F.conv2d, F.dropout, torch.linalg.norm,
    torch.fft.fft, torch.Tensor.add, torch.manual_seed, torch.func.vmap, torch.is_tensor)])

# conversions
m = nn.Linear(2, 2)
for args, options in (((3, 4, 5), {}), ((torch.float64, False, False), {}), ((), {"copy": False}),
                      (("cpu", torch.float64, False), {}), ((torch.int64,), {})):
    shown(lambda: m.to(*args, **options))

# states that are assigned
frozen, other = nn.Linear(2, 2), nn.Linear(2, 2)
frozen.requires_grad_(False)
other.load_state_dict(frozen.state_dict(keep_vars=True), assign=True)
print(other.weight is frozen.weight, frozen.weight.requires_grad)
torch.__future__.set_swap_module_params_on_conversion(True)
kept = other.weight
other.load_state_dict({k: v.double() for k, v in frozen.state_dict().items()}, assign=True)
print(other.weight is kept, kept.requires_grad, kept.dtype)
other.half()
print(other.weight is kept, kept.dtype)
torch.__future__.set_swap_module_params_on_conversion(False)

# what is packed, and masks of attention without a batch
shown(lambda: pack_padded_sequence(torch.randn(0, 1, 10), torch.randn(11, 14, 2), True))
shown(lambda: pack_padded_sequence(torch.randn(3, 2, 1), torch.tensor([[3, 2]])))
shown(lambda: nn.MultiheadAttention(4, 4)(*[torch.ones(4, 4)] * 3, attn_mask=torch.ones(5, 4, 4)))

# norms of 16-bit floats whose weights are float32, and averages of them
torch.manual_seed(0)
for dtype in (torch.bfloat16, torch.float16):
    for norm in (nn.GroupNorm(2, 8), nn.GroupNorm(2, 8).to(dtype), nn.BatchNorm1d(8),
                 nn.BatchNorm1d(8).eval()):
        x = torch.randn(3, 8, 4).to(dtype).requires_grad_()
        norm(x).backward(torch.randn(3, 8, 4).to(dtype))
        print(norm.weight.grad, norm.bias.grad, x.grad[0, 0])
    x = torch.randn(1, 2, 5, 5).to(dtype).requires_grad_()
    y = F.avg_pool2d(x, 2)
    y.backward(torch.randn(y.shape).to(dtype))
    print(y, F.avg_pool2d(x, 3, 1), F.adaptive_avg_pool2d(x, 2), x.grad)

# points that are no numbers
grid = torch.zeros(1, 1, 2, 2)
for far in (float("nan"), float("inf")):
    grid[0, 0, 0] = far
    for mode in ("nearest", "bilinear"):
        for padding in ("zeros", "border", "reflection"):
            image = torch.arange(16.0).view(1, 1, 4, 4)
            sampled = F.grid_sample(image, grid, mode, padding, align_corners=False)
            print(mode, padding, sampled.tolist())

# nothing, too much, and what cannot go back
shown(lambda: F.multilabel_margin_loss(torch.tensor(2.0), torch.tensor(0)))
shown(lambda: F.multilabel_margin_loss(torch.ones(10, 0), torch.ones(10, 0).long()))
shown(lambda: F.interpolate(torch.ones(1, 1, 2), scale_factor=1e20))
shown(lambda: nn.TransformerEncoderLayer(4, 2)(torch.rand(10, 0, 4)).shape)
shown(lambda: nn.MultiheadAttention(4, 2)(*[torch.rand(10, 0, 4)] * 3)[1].shape)
below = torch.tensor([-1.0, 1.0], requires_grad=True)
shown(lambda: F.leaky_relu_(below.clone(), -2).sum().backward())
x = torch.randn(1, 2, 3, 3, dtype=torch.double).contiguous(memory_format=torch.channels_last)
x.requires_grad_()
print(torch.autograd.gradcheck(lambda x: F.interpolate(x, 2), [x], check_forward_ad=True))

# padding takes nothing of a gradient that is no number, and the gradients of convolutions by hand
table = torch.ones(3, 2, requires_grad=True)
F.embedding(torch.tensor([0, 1, 1]), table, 1).backward(torch.full((3, 2), float("nan")))
print(table.grad)
print(F.grad.conv1d_input((1, 1, 4), torch.ones(1, 1, 2), torch.ones(1, 1, 3)))
