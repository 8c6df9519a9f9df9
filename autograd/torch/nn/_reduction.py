"""`torch.nn._reduction`: numbers of the reductions in ATen."""

from autograd.runtime.warnings import caution

NUMBERS = {"none": 0, "mean": 1, "elementwise_mean": 1, "sum": 2}


def get_enum(reduction: str) -> int:
    """Return 0, 1 or 2 for "none", "mean" or "sum"; raise ValueError for others."""
    if reduction == "elementwise_mean":
        caution("reduction='elementwise_mean' is deprecated. Please use reduction='mean' "
                "instead.")
    if reduction not in NUMBERS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return NUMBERS[reduction]
