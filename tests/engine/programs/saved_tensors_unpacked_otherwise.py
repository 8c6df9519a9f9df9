# masks and indices that an unpack hook gives back in another dtype
import torch
from torch.autograd.graph import saved_tensors_hooks

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
v = torch.tensor(5.0, requires_grad=True)
mask, index = x.detach() > 2, torch.tensor([[0, 1], [1, 0]])
row = index[0]
for function in (
    lambda: x.masked_fill(mask, 0), lambda: x.masked_fill(mask, v), lambda: x.masked_select(mask),
    lambda: x.masked_scatter(mask, x), lambda: torch.where(mask, x, v), lambda: x.take(index),
    lambda: x.put(index, x), lambda: x.index_fill(0, row, v), lambda: x.index_copy(0, row, x),
    lambda: x.index_add(0, row, x), lambda: x.scatter_add(0, index, x),
    lambda: x.index_select(0, row), lambda: torch.nn.functional.embedding(index, x),
    lambda: x.scatter(1, index, x), lambda: x.relu(),
):
    for unpack in (lambda t: t / 1, lambda t: t if t.is_floating_point() else t.double()):
        with saved_tensors_hooks(lambda t: t, unpack):
            made = function()
        try:
            print(torch.autograd.grad(made.sum(), x))
        except (RuntimeError, IndexError) as error:
            print(type(error).__name__, error)
