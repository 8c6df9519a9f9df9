"""dtypes, sizes and devices look and behave as torch's objects do."""

import copy

import numpy as np
import pytest

from autograd.frontend import import_hook
from autograd.tensor import dtype as dtypes
from autograd.tensor.device import device
from autograd.tensor.size import Size

import_hook.install()
import torch  # noqa: E402  which is our engine here


@pytest.mark.parametrize("made", dict.fromkeys(dtypes.NAMES.values()), ids=repr)
def test_each_dtype_is_bound_to_one_numpy_dtype(made):
    assert dtypes.dtype_of(made.numpy) is made
    assert made.numpy.itemsize == made.itemsize


@pytest.mark.parametrize(
    ("name", "printed"),
    [("float", "torch.float32"), ("half", "torch.float16"), ("long", "torch.int64"),
     ("cdouble", "torch.complex128"), ("bool", "torch.bool")],
)  # fmt: skip
def test_aliases_print_the_full_name(name, printed):
    assert repr(dtypes.NAMES[name]) == printed


def test_a_dtype_knows_its_kind():
    facts = [(d.is_floating_point, d.is_complex, d.is_signed) for d in (
        dtypes.float32, dtypes.complex64, dtypes.int8, dtypes.uint8, dtypes.bool_)]  # fmt: skip
    assert facts == [
        (True, False, True), (False, True, True), (False, False, True),
        (False, False, False), (False, False, False),
    ]  # fmt: skip


def test_long_long_of_numpy_is_int64():
    assert dtypes.dtype_of(np.dtype("q")) is dtypes.int64


def test_an_array_of_text_is_refused_in_torchs_words():
    with pytest.raises(TypeError, match=r"^can't convert np.ndarray of type numpy.str_\. The only"):
        dtypes.dtype_of(np.array(["a"]).dtype)


def test_only_floating_dtypes_can_be_the_default():
    with pytest.raises(TypeError, match="only floating-point types are supported"):
        dtypes.set_default_dtype(dtypes.int64)


def test_a_copied_dtype_is_the_same_object():
    assert copy.deepcopy(dtypes.float32) is dtypes.float32


def test_a_size_stays_a_size_under_slicing_adding_and_repeating():
    size = Size([2, 3])
    made = [size[1:], size + (4,), (1,) + size, size * 2]
    assert [repr(each) for each in made] == [
        "torch.Size([3])", "torch.Size([2, 3, 4])", "torch.Size([1, 2, 3])",
        "torch.Size([2, 3, 2, 3])",
    ]  # fmt: skip


def test_a_size_is_a_tuple_that_counts_elements():
    assert (Size([2, 3]) == (2, 3), Size([2, 3]).numel(), Size(()).numel()) == (True, 6, 1)


def test_a_size_of_fractions_is_refused():
    with pytest.raises(TypeError, match=r"takes an iterable of 'int' \(item 1 is 'float'\)"):
        Size([2, 2.5])


@pytest.mark.parametrize(
    ("text", "shown"),
    [("cpu", "device(type='cpu')"), ("cuda:1", "device(type='cuda', index=1)")],
)
def test_a_device_shows_its_type_and_index(text, shown):
    made = device(text)
    assert (repr(made), str(made), device(made)) == (shown, text, made)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "Device string must not be empty"),
        ("cpu:x", "Invalid device string: 'cpu:x'"),
        ("gpu", "Expected one of cpu, cuda, "),
    ],
)
def test_an_unknown_device_is_refused_in_torchs_words(text, error):
    with pytest.raises(RuntimeError) as caught:
        device(text)
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize("make", [
    "tensor([1.5, 2j])", "tensor(2j)", "as_tensor([[1j], [2]])", "tensor([1]) * 1j",
    "linspace(0, 1j, 3)", "where(torch.tensor([True]), 1j, 2.0)", "ones(2) * 1j",
    "view_as_complex(torch.ones(1, 2))", "float16.to_complex()",
])  # fmt: skip
def test_what_would_be_complex32_is_refused_and_not_made_complex64(make):
    """No array holds complex32: torch 2.13 makes each of these one, where float16 is usual."""
    torch.set_default_dtype(torch.float16)
    try:
        with pytest.raises(NotImplementedError, match=r"^torch makes torch\.complex32 of "):
            eval(f"torch.{make}")
    finally:
        torch.set_default_dtype(torch.float32)
