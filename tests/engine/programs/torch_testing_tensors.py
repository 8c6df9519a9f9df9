# torch.testing: tensors for tests, and how close they must be.
import warnings

import numpy as np
import torch
from torch.testing import assert_close, make_tensor

torch.manual_seed(0)
for dtype in (torch.float32, torch.float64, torch.int64, torch.int8, torch.bool, torch.complex64):
    print(make_tensor(2, 3, dtype=dtype, device="cpu"))
print(make_tensor((4,), dtype=torch.float32, device="cpu", low=0, high=1, requires_grad=True))
t = make_tensor(2, 3, dtype=torch.float32, device="cpu", noncontiguous=True)
print(t, t.is_contiguous(), t.stride())
print(make_tensor(8, dtype=torch.int32, device="cpu", low=-1, high=2, exclude_zero=True))
for wrong in (
    {"low": 3, "high": 1}, {"low": float("nan")}, {"dtype": torch.int64, "requires_grad": True},
    {"dtype": torch.uint8, "low": -9, "high": -1},
    {"noncontiguous": True, "memory_format": torch.contiguous_format},
):
    try:
        make_tensor(2, **{"dtype": torch.float32, "device": "cpu", **wrong})
    except ValueError as error:
        print(error)
assert_close(torch.ones(2), torch.ones(2) + 1e-7)
for a, b, options in (
    (torch.ones(2), torch.tensor([1.0, 1.1]), {}),
    (torch.ones(2), torch.ones(3), {}),
    (torch.ones(2), torch.ones(2, dtype=torch.float64), {}),
    (torch.tensor([1, 2, 3]), torch.tensor([1, 5, 3]), {}),
    (torch.tensor(1.0), torch.tensor(2.0), {"rtol": 0.1, "atol": 0.2}),
    ([torch.ones(1)], [torch.zeros(1)], {}),
    ({"a": torch.ones(1)}, {"a": torch.zeros(1)}, {}),
    (torch.tensor([1.0, float("nan")]), torch.tensor([1.0, float("nan")]), {}),
    (torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([[1.0, 2.5], [3.0, 9.0]]), {}),
    (1.0, 1.5, {}), (True, False, {}), (2, 3, {}), (None, 1, {}), ([1], [1, 2], {}),
    ({"a": 1, "b": [torch.ones(2), 2.0]}, {"a": 1, "b": [torch.ones(2), 3.0]}, {}),
    ({"a": 1}, {"b": 1}, {}), (torch.ones(2, 2), torch.ones(2, 2).t(), {"check_stride": True}),
    (torch.ones(2), torch.zeros(2, dtype=torch.float64), {"check_dtype": False}),
    (torch.ones(2), torch.zeros(2), {"msg": "not the same"}),
):
    try:
        assert_close(a, b, **options)
        print("close")
    except AssertionError as error:
        print(error)
one = torch.tensor([1.0, 2.0])
for b, options in (
    (one + 1e-4, {}), (one + 1e-2, {}), (one.double(), {}), ([1.0, 2.0], {}),
    (one + 0.1, {"rtol": 0.0, "atol": 0.2}), (torch.tensor([1.0, float("nan")]), {}),
    (one.half() + 0.001, {}), (one + 0.1, {"atol": 0.2}), (one + 0.1, {"rtol": 0.2}),
):
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            torch.testing.assert_allclose(one, b, **options)
            print("near")
        except (AssertionError, ValueError) as error:
            print(type(error).__name__, error)
    print([w.category.__name__ for w in heard])
for lone in ("rtol", "atol"):
    try:
        assert_close(one, one, **{lone: 0.1})
    except ValueError as error:
        print(error)
one = torch.ones(())
for pair in ((True, one), (one, 1.0), ([1.0], [one]), (1, 1.0), ("a", "a")):
    try:
        torch.testing.assert_close(*pair)
    except (TypeError, AssertionError) as error:
        print(error)


def tell(a, b, **options):
    try:
        assert_close(a, b, **options)
        print("close")
    except Exception as error:
        print(type(error).__name__, error)


# What goes together, what is said of places in a nest, and whose words are heard.
tell(True, 1), tell(np.bool_(True), False), tell(1.0, 1, check_dtype=False), tell(1 + 1j, 1 + 2j)
tell(float("nan"), float("nan")), tell(float("nan"), float("nan"), equal_nan=True)
tell(float("inf"), -float("inf")), tell("a", 1), tell([None], [1]), tell(np.ones(2), np.zeros(2))
tell(torch.ones(1), np.ones(1)), tell(np.ones(2), [1, 1]), tell([1, [2, 3]], [1, [2, 4]])
tell({"a": 1, "c": 2}, {"b": 2, "a": 1}), tell([1.0, [2, 3]], [2.0, [2]]), tell([3, 2], [1, "a"])
tell(one, one + 1, msg=""), tell([one], [one + 1], msg=lambda text: f"Header\n{text}\nFooter")
tell(one, "x", msg="own"), tell([1.0], [1.0], atol=1), tell(one, one + 1, rtol=0, atol=0)
tell(torch.ones(2, device="meta"), torch.zeros(2, device="meta"))
tell(torch.ones(2, device="meta"), torch.zeros(2))
tell(torch.tensor([1.5]).bfloat16(), torch.tensor([1.25]).bfloat16())
tell(torch.tensor([1 + 1j]), torch.tensor([1 + 2j])), tell(range(3), [0, 1, 3])
tell(torch.zeros(3, 4, 2), torch.ones(3, 4, 2)), tell(torch.Size([1, 2]), [1, 2])
rows = [torch.eye(3), torch.eye(3) * 2, torch.ones(3, 3).tril(), torch.eye(3).flip(0)]
for stored in ([x.to_sparse() for x in rows], [x.to_sparse_csr() for x in rows]):
    for other in (*stored, rows[0]):
        tell(stored[0], other)
    tell(stored[0], rows[0], check_layout=False)

# How near is near: whole numbers in floating point, complex numbers by their distance.
print(torch.isclose(torch.tensor([0, 255]).byte(), torch.tensor([1, 254]).byte(), atol=1))
print(torch.isclose(torch.tensor([1 + 1j]), torch.tensor([1.4 + 1.5j]), rtol=0, atol=0.5))
print(torch.isclose(torch.tensor([2**62]), torch.tensor([2**62 + 1]), rtol=0, atol=0))
