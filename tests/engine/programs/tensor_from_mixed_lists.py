# lists of tensors, arrays, numbers and strays: which dtype comes out, and what is refused
import numpy as np
import torch

for data in (
    [torch.tensor(1), torch.tensor(2.5)], [torch.ones(1), 2], [torch.ones(1, 1), torch.zeros(1)],
    [torch.tensor(1.0).double(), 2], [torch.tensor(True), 3], [np.float64(1), 2],
    [np.float32(1), 2], [np.float16(1), 2.0], [np.int32(1), np.int32(2)], bytearray(b"ab"),
    [torch.ones(2), torch.ones(2)], [1, "a"], ["a", 1], [[1, 2], [3, "b"]], [1, None],
    [1, object()], [1, {}], {1: 2}, [[1], 2], [1, [2]], [1.0, [2]], [[1, 2], 3], [[1], [2, 3]],
    [torch.ones(2), 3], b"ab", {1}, [np.ones(2), np.ones(3)],
):  # fmt: skip
    try:
        print(torch.tensor(data))
    except (TypeError, ValueError, RuntimeError) as error:
        print(type(error).__name__, error)

leaf = torch.ones(2, requires_grad=True)
alias = torch.Tensor(leaf)
print(alias, torch.Tensor(leaf.detach()))
alias.sum().backward()
print(leaf.grad)
for name in ("shape", "dtype", "ndim"):
    try:
        setattr(leaf, name, None)
    except AttributeError as error:
        print(error)
try:
    leaf.requires_grad_("no")
except TypeError as error:
    print(error)
# an array of one number counts as the number, unless it leads its list
for values in ([1.5, np.array(2.0)], [[1, np.array(2.0)]], [np.array(2), 1.5], [1, np.array(2)]):
    try:
        print(torch.tensor(values))
    except TypeError as error:
        print(error)
