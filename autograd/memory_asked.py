"""Memory that a call asks for: pinned, or of a layout, of which there is little here."""

from __future__ import annotations

from autograd.formats import sparse_coo, strided

# The op that torch would fill a new tensor with, by function: none of them takes sparse memory.
FILLED_BY = {
    "arange": "arange.start_out", "empty_permuted": "as_strided", "eye": "eye.m_out",
    "fft_fftfreq": "arange.start_out", "fft_rfftfreq": "arange.start_out",
    "linspace": "linspace.out", "logspace": "logspace.out", "new_full": "fill_.Scalar",
    "new_ones": "fill_.Scalar", "normal": "normal_", "rand": "uniform_", "randint": "random_.from",
    "randn": "normal_", "randperm": "randperm.generator_out", "range": "range.out",
    "tril_indices": "tril_indices", "triu_indices": "triu_indices",
    **dict.fromkeys(
        ("empty_like", "empty_strided", "full_like", "new_empty_strided", "ones_like", "rand_like",
         "randint_like", "randn_like"), "empty_strided"),
}
WINDOWS = {f"{name}_window" for name in ("bartlett", "blackman", "hamming", "hann", "kaiser")}
SPARSE_TOO = {"empty", "new_empty", "new_zeros", "zeros", "zeros_like"}
MAKERS = FILLED_BY.keys() | WINDOWS | SPARSE_TOO | {"full", "ones", "scalar_tensor", "tensor"}
PINNED = ("pin_memory=True requires a CUDA or other accelerator backend; no pinned memory "
          "allocator is available on this system.")


def plain_memory(name: str, options: dict) -> dict:
    """The options of a call that makes a tensor without those about memory, once they are obeyed.

    A layout stays where the function obeys it. torch's errors for memory that cannot be had.
    """
    if name not in MAKERS or not options.keys() & {"layout", "pin_memory"}:
        return options
    if options.get("pin_memory"):
        raise RuntimeError(PINNED)
    layout = options.get("layout")
    if layout not in (None, strided):
        check_layout(name, layout)
    left_out = {"pin_memory"} if layout not in (None, strided) and name in SPARSE_TOO else {
        "layout", "pin_memory"}
    return {key: value for key, value in options.items() if key not in left_out}


def check_layout(name: str, layout) -> None:
    """Raise torch's error for a layout that a function does not fill."""
    if name in FILLED_BY:
        kind = "Sparse" if layout is sparse_coo else "SparseCsr"
        raise NotImplementedError(
            f"Could not run 'aten::{FILLED_BY[name]}' with arguments from the '{kind}CPU' backend. "
            "Tapescope has no rule for it either: make a dense tensor, then use to_sparse().")
    if name in ("full", "ones"):
        raise RuntimeError("full(...) is not implemented for sparse layout")
    if name in WINDOWS:
        raise RuntimeError(f"{name} is not implemented for sparse types, got: layout={layout}")
