"""What torch's kernels say of convolutions without entries in a kernel or without a step."""

from __future__ import annotations

SIDES = ("depth", "height", "width")


def check_kernel(input, weight, dilation, groups) -> None:
    """Raise the error of the kernel that torch takes for a convolution."""
    count, sizes = len(dilation), weight._array.shape[2:]
    if 0 not in sizes and 0 not in dilation:
        return
    kernel, steps = ([*(1,) * (count == 1), *each] for each in (sizes, dilation))
    if input._array.dtype.name == "float32" and (len(input._array) > 1 or groups > 1):
        raise RuntimeError(
            "non-positive dilation is not supported" if 0 in dilation else
            "could not create a primitive descriptor for the convolution forward propagation "
            "primitive. Run workload with environment variable ONEDNN_VERBOSE=all to get "
            "additional diagnostic information.")
    if any(step != 1 for step in dilation):
        what, got = ("kernel size", kernel) if 0 in sizes else ("dilation", steps)
        raise RuntimeError(f"{what} should be greater than zero, but got {got}")
    got = (f"kernel_height: {kernel[0]} kernel_width: {kernel[1]}" if count < 3 else
           ": {} x {} x {} (TxHxW)".format(*kernel))
    raise RuntimeError(f"kernel size should be greater than zero, but got{' ' * (count < 3)}{got}")


def check_transposed_kernel(weight, dilation) -> None:
    """Raise the error of the kernel that torch takes for a transposed convolution."""
    count, sizes = len(dilation), weight._array.shape[2:]
    kernel, steps = ([*(1,) * (count == 1), *each] for each in (sizes, dilation))
    if 0 in sizes and count == 3:
        raise RuntimeError(
            "non-empty 5D (n_output_plane x n_input_plane x kernel_depth x kernel_height x "
            f"kernel_width) tensor expected for weight, but got: {list(weight._array.shape)}")
    if 0 in sizes:
        raise RuntimeError("kernel size should be greater than zero, but got kernel_height: "
                           f"{kernel[0]} kernel_width: {kernel[1]}")
    if 0 in dilation:
        got = ", ".join(f"dilation_{side}: {n}" for side, n in zip(SIDES[-len(steps):], steps))
        raise RuntimeError(f"dilation should be greater than zero, but got {got}")
