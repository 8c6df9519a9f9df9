# What a node tells of its arguments: dimensions as they were given, and a number below 0 as though
# it had no sign.
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.rand(2, 3, requires_grad=True)
z = torch.rand(2, 3, 4, requires_grad=True)
first = torch.zeros(2, 1, dtype=torch.long)
some = torch.tensor([0])


def told(tensor, deep=2):
    node = tensor.grad_fn
    for _ in range(deep):
        if node is None or not node.next_functions:
            return
        names = [name for name in dir(node) if name.startswith("_saved_")]
        values = {name[7:]: getattr(node, name) for name in names}
        plain = {k: v for k, v in values.items() if isinstance(v, (int, float, tuple, str))}
        print(node.name(), {k: v for k, v in plain.items() if k not in ("indices", "bufs")})
        node = node.next_functions[0][0]


for y in (
    x.log_softmax(-1), F.softmax(x, dim=-1), nn.Softmax(-1)(x), F.softmin(x, -1), F.glu(z),
    x.sum(-1), x.mean(-1), z.sum((-1, 0)), x.max(-1)[0], x.cumsum(-1), x.cumprod(-1),
    x.logsumexp(-1), x.var(-1), x.std((-1, -2)), x.norm(dim=-1), x.prod(-1), x.sort(-1)[0],
    x.topk(1, -1)[0], x.median(-1)[0], x.amax(-1), x.nansum(-1), x.quantile(0.5, -1),
    x.select(-1, -1), x[-1], x[..., -1], x[:, -2], x.unsqueeze(-1), x.squeeze(-1), x.flip(-1),
    x.transpose(-1, -2), x.permute(-1, 0), z.movedim(-1, 0), x.narrow(-1, 0, 1), x.unbind(-1)[0],
    x.split(1, -1)[0], x.tensor_split(3, -1)[0], x.diagonal(0, -2, -1), x.unfold(-1, 2, 1),
    torch.cat([x, x], -1), torch.stack([x, x], -1), x.roll((1, -1), (0, -1)), x.tril(-1),
    x.rot90(-1, (0, -1)), x.gather(-1, first), x.take_along_dim(first, -1),
    x.scatter(-1, first, 1.0), x.index_select(-1, some), x.index_fill(-1, some, 1.0),
    x.index_add(-1, some, x[:, :1]), x.renorm(2, -1, 1), torch.fft.fft(x), torch.tensordot(
        x, x, dims=([-1], [-1])), torch.linalg.norm(x, dim=-1), torch.linalg.matrix_norm(z, 1),
    F.cross_entropy(x, torch.tensor([0, 1])), F.rms_norm(z, (4,)), torch.trapezoid(x, dim=-1),
    x.masked_scatter(x > 0.5, torch.ones(6)), torch.gradient(x, dim=-1)[0],
    F.softplus(x), nn.Softplus()(x), F.pairwise_distance(x, x + 1),
):
    told(y)

# a number is kept, whichever of the gradients is wanted
for y in (x + torch.ones(3), x + 1, torch.add(x, torch.ones(3), alpha=2), x - torch.ones(3)):
    told(y, 1)

# an LSTM puts a batch that comes first into rows
told(nn.LSTM(4, 2, batch_first=True)(z)[0], 1)
node = nn.LSTM(4, 2, batch_first=True)(z)[0].grad_fn.next_functions[0][0]
print([k.name() for k, _ in node.next_functions if k][0])

# a copy lies over the same memory and is a leaf of its own
(x * 3).sum().backward()
x.tag = "x"
for each in (x, x * 2, nn.Parameter(torch.ones(2)), x.detach()[1:]):
    twin = copy.copy(each)
    print(type(twin).__name__, twin.is_leaf, twin.requires_grad, twin.grad, twin.grad_fn)
    print(twin.data_ptr() == each.data_ptr(), twin._version, getattr(twin, "tag", None))
print(copy.deepcopy(x)._version, copy.deepcopy(x).grad)
