# torch.testing: tensors for tests, and how close they must be.
import warnings

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
