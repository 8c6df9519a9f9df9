# Words about methods called on numbers, subscripts of two Ellipses, and functions few people call.
import io

import torch
import torch.nn.functional as F


def tried(f, *args):
    try:
        print(f(*args))
    except Exception as error:
        print(type(error).__name__, error)


ones = torch.ones(2)
for name in ("__add__", "__sub__", "__radd__", "__truediv__", "__mod__", "__eq__", "__lt__",
             "__and__", "__matmul__", "__iadd__", "__itruediv__", "add"):
    tried(getattr(torch.Tensor, name), 2, ones)
print(torch.Tensor.__rsub__(2, ones), torch.Tensor.__pow__(2, ones), torch.add(2, ones))
tried(torch.Tensor.__rdiv__, "a", ones)
tried(torch.Tensor.__rmod__, 2, 3)

x = torch.arange(24).reshape(2, 3, 4)
for key in ((..., ..., 0), (..., 0, ...), (..., 0, ..., 0), (..., slice(0, 1), ..., slice(0, 1)),
            (..., ..., None), (..., ..., torch.tensor([0])), (..., ..., slice(1, 2))):
    tried(lambda: x[key].shape)

rows = torch.arange(10).reshape(2, 5)
for args in ((1, 2, 9), (3, 0, 1), (-3, 0, 1), (1, -7, 1), (1, 5, -1), (1, -2, -1), (1, 1, 2)):
    tried(torch.narrow_copy, rows, *args)

zeros = torch.zeros(2, 3)
for shape in ((3, 3), (2, 1, 3), (4, 3)):
    mask = torch.ones(shape, dtype=torch.bool)
    tried(zeros.masked_scatter_, mask, torch.ones(12))
    tried(zeros.masked_fill_, mask, 1)
    tried(zeros.masked_fill, mask, 1)
print(torch.nonzero_static(rows, size=11).stride())

image = torch.ones(1, 1, 4, 4)
tried(F.max_pool2d_with_indices, 1, 2)
tried(F.max_pool2d_with_indices, image, 2.5)
tried(F.max_pool2d_with_indices, image)
tried(F.max_pool3d_with_indices, 1, 2)
tried(F.max_pool1d_with_indices, image, "a")
tried(F.adaptive_max_pool1d, image)
tried(F.adaptive_max_pool2d_with_indices, 1, 2)
tried(F.fractional_max_pool2d, 1, 2)

for label in (torch.tensor(0), torch.tensor([0])):
    score = torch.tensor(0.5, requires_grad=True)
    for loss in (F.multi_margin_loss, F.multilabel_margin_loss):
        made = loss(score, label)
        made.backward()
        print(made, score.grad, loss(score, label, reduction="none").shape)
tried(F.multilabel_margin_loss, torch.ones(3), torch.tensor([1, 0]))

scores, labels = torch.tensor([[1.0, 2.0, 3.0], [1.0, 1.0, 1.0]]), torch.tensor([0, 1])
for ignored in (0.5, -1.0, None, "a", True, torch.tensor(0), 1):
    tried(lambda: F.cross_entropy(scores, labels, ignore_index=ignored))
    tried(lambda: F.nll_loss(scores, labels, ignore_index=ignored))
tried(lambda: F.cross_entropy(scores, labels, label_smoothing="a"))

shared = torch.ones(3, dtype=torch.bfloat16)
taken = torch.from_dlpack(shared)
taken[0] = 2
print(shared, torch.from_dlpack(shared, copy=True).dtype)
tried(torch.from_dlpack, torch.ones(2, requires_grad=True))
file = io.BytesIO()
torch.save(shared, file)
file.seek(0)
tried(lambda: torch.load(file, map_locaton="cpu"))
