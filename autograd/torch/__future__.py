"""How modules take the tensors that a conversion makes of their parameters."""

_overwrite = _swap = False


def set_overwrite_module_params_on_conversion(value: bool) -> None:
    """Whether `.to()`, `.double()` and their kind put new parameters in place of the old ones."""
    global _overwrite
    _overwrite = value


def get_overwrite_module_params_on_conversion() -> bool:
    """Whether conversions make new parameters; at first they do not."""
    return _overwrite


def set_swap_module_params_on_conversion(value: bool) -> None:
    """Whether conversions, and `load_state_dict`, swap what old and new parameters hold.

    The parameters stay the same objects either way.
    """
    global _swap
    _swap = value


def get_swap_module_params_on_conversion() -> bool:
    """Whether conversions swap; at first they write into `.data`."""
    return _swap
