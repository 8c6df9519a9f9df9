# a number without dimensions under an index, of the dtypes whose gradients take the steps of ops
import torch

indices = (
    lambda v: v[v.real > 0], lambda v: v[torch.tensor(True)], lambda v: v[True],
    lambda v: v[None, torch.tensor(False)],
    lambda v: v[v.real > 0][None][:, torch.tensor([0, 0])], lambda v: v.masked_select(v.real > 0),
    lambda v: v[None][[0, 0, 0]], lambda v: v[None][torch.tensor([True])],
)
for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.complex64):
    v = torch.tensor(2.0, dtype=dtype, requires_grad=True)
    for taken in indices:
        v.grad = None
        y = taken(v)
        y.abs().sum().backward()
        print(y, v.grad)
