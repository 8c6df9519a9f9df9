"""`functorch.experimental`: what lived here before it came to `torch.func`."""

from torch.func import hessian, jacfwd, jvp, replace_all_batch_norm_modules_

__all__ = ["hessian", "jacfwd", "jvp", "replace_all_batch_norm_modules_"]
