"""`torch._tensor_str`: the options of printing, for a `with` block, too."""

from autograd.printing import get_printoptions, printoptions, set_printoptions

__all__ = ["get_printoptions", "printoptions", "set_printoptions"]
