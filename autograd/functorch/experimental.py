"""`functorch.experimental`: deprecated names of `torch.func`."""

from torch.func import hessian, jacfwd, jvp, replace_all_batch_norm_modules_

__all__ = ["hessian", "jacfwd", "jvp", "replace_all_batch_norm_modules_"]
