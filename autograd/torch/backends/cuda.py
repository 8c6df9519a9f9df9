"""`torch.backends.cuda`: switches of CUDA, which is absent; they are stored without effect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from autograd.functions.nn.scaled_dot_product_attention import enabled_backends as _allowed
from autograd.runtime.warnings import caution
from autograd.tensor import global_settings

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class cuBLASModule:  # noqa: N801 torch's name
    """The precision settings of matrix products."""

    full = "none"  # torch's name of full precision until one is set

    def __init__(self):
        self.allow_fp16_reduced_precision_reduction = True
        self.allow_bf16_reduced_precision_reduction = True
        self.allow_fp16_accumulation = False

    @property
    def allow_tf32(self) -> bool:
        """Whether TensorFloat-32 is allowed; also set by `set_float32_matmul_precision`."""
        return global_settings.get_float32_matmul_precision() != "highest"

    @allow_tf32.setter
    def allow_tf32(self, value: bool) -> None:
        self.full = "ieee"
        global_settings.set_float32_matmul_precision("high" if value else "highest")

    @property
    def fp32_precision(self) -> str:
        """The setting `none`, `ieee` or `tf32`."""
        return "tf32" if self.allow_tf32 else self.full

    @fp32_precision.setter
    def fp32_precision(self, value: Tensor) -> None:
        self.allow_tf32, self.full = value == "tf32", "ieee" if value == "tf32" else value


matmul = cuBLASModule()


def is_built() -> bool:
    """Return False."""
    return False


def _make_switch(name: str):
    """Return the two functions that set and read whether an attention kernel is enabled."""

    def enable(enabled: bool) -> None:
        _allowed[name] = bool(enabled)

    def is_enabled() -> bool:
        return _allowed[name]

    enable.__name__, is_enabled.__name__ = f"enable_{name}_sdp", f"{name}_sdp_enabled"
    return enable, is_enabled


enable_flash_sdp, flash_sdp_enabled = _make_switch("flash")
enable_mem_efficient_sdp, mem_efficient_sdp_enabled = _make_switch("mem_efficient")
enable_math_sdp, math_sdp_enabled = _make_switch("math")
enable_cudnn_sdp, cudnn_sdp_enabled = _make_switch("cudnn")


@contextmanager
def sdp_kernel(
        enable_flash: bool = True, enable_math: bool = True, enable_mem_efficient: bool = True,
        enable_cudnn: bool = True) -> Iterator[Any]:
    """Enable attention kernels within a block; deprecated in favor of `torch.nn.attention`."""
    caution("`torch.backends.cuda.sdp_kernel()` is deprecated. In the future, this context manager "
            "will be removed. Please see `torch.nn.attention.sdpa_kernel()` for the new context "
            "manager, with updated signature.", FutureWarning)
    previous = dict(_allowed)
    _allowed.update(flash=enable_flash, math=enable_math, mem_efficient=enable_mem_efficient,
                    cudnn=enable_cudnn)
    try:
        yield {}
    finally:
        _allowed.update(previous)
