"""Options for how modules replace their parameters on conversion."""

_overwrite = _swap = False


def set_overwrite_module_params_on_conversion(value: bool) -> None:
    """Set whether `.to()` and other conversions assign new parameters."""
    global _overwrite
    _overwrite = value


def get_overwrite_module_params_on_conversion() -> bool:
    """Return whether conversions assign new parameters; False by default."""
    return _overwrite


def set_swap_module_params_on_conversion(value: bool) -> None:
    """Set whether conversions and `load_state_dict` swap the contents of old and new parameters.

    The Parameter objects stay the same.
    """
    global _swap
    _swap = value


def get_swap_module_params_on_conversion() -> bool:
    """Return whether conversions swap contents; by default they write to `.data`."""
    return _swap
