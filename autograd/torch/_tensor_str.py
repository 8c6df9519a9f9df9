"""`torch._tensor_str`: options of printing."""

from autograd.tensor.printing import (
    print_options as PRINT_OPTS, get_printoptions, printoptions, set_printoptions)

__all__ = ["PRINT_OPTS", "get_printoptions", "printoptions", "set_printoptions"]
