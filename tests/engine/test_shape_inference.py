"""Results on large meta tensors have the shapes that the ops make of tensors with numbers."""

import pytest

from autograd.frontend import import_hook
from autograd.tensor import allocation

import_hook.install()
import torch  # noqa: E402  which is our engine here
import torch.nn.functional as F  # noqa: E402

OPS = {
    "elementwise": (lambda x: x.sin() * 2 + x.t().contiguous().t(), (70, 90)),
    "product": (lambda x, y: x @ y, (3, 70, 90), (90, 50)),
    "gates": (lambda x: F.glu(x, 0), (140, 33)),
    "groups": (lambda x, y: F.conv1d(x, y, groups=2, stride=3, padding=1),
               (5, 80, 97), (60, 40, 4)),
    "strides": (lambda x, y: F.conv2d(x, y, stride=5, dilation=2), (2, 3, 99, 61), (40, 3, 3, 3)),
    "transposed": (lambda x, y: F.conv_transpose2d(x, y, stride=2, padding=1),
                   (2, 3, 50, 41), (3, 5, 4, 4)),
    "pooling": (lambda x: F.max_pool2d(x, 3, 2, 1), (2, 3, 75, 64)),
    "shuffle": (lambda x: F.pixel_shuffle(x, 2), (2, 36, 40, 50)),
    "factors": (lambda x: torch.linalg.svd(x, full_matrices=False)[2], (40, 20, 12)),
    "scale": (lambda x: F.interpolate(x, scale_factor=3), (2, 3, 40, 50)),
    "lists": (lambda x, y: torch.cat([x, x], 1) + y, (40, 50), (100,)),
}


@pytest.mark.parametrize("name", OPS)
def test_a_shape_that_is_extrapolated_is_the_one_that_is_computed(name, monkeypatch):
    function, *shapes = OPS[name]
    computed = function(*[torch.ones(shape) for shape in shapes])
    monkeypatch.setattr(allocation, "MOST_ENTRIES", 1 << 6)
    followed = function(*[torch.empty(shape, device="meta") for shape in shapes])
    assert followed.is_meta and not any(followed._array.strides)
    assert (followed.shape, followed.dtype) == (computed.shape, computed.dtype)


def test_a_shape_that_is_not_linear_is_refused_in_a_sentence():
    images = torch.empty(64, 3, 4096, 4096, device="meta")
    with pytest.raises(NotImplementedError, match=r"^im2col: the shape of its result is not known"):
        F.unfold(images, 3)
