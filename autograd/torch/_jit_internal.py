"""`torch._jit_internal`: markers for TorchScript, without effect."""


def _copy_to_script_wrapper(fn):
    """Return the function."""
    return fn
