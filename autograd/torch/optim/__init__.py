"""`torch.optim`: optimizers, schedulers of their learning rates."""

import sys as _sys

from torch.optim._adafactor import Adafactor  # noqa: F401
from torch.optim._muon import Muon  # noqa: F401
from torch.optim.adadelta import Adadelta  # noqa: F401
from torch.optim.adagrad import Adagrad  # noqa: F401
from torch.optim.adam import Adam  # noqa: F401
from torch.optim.adamax import Adamax  # noqa: F401
from torch.optim.adamw import AdamW  # noqa: F401
from torch.optim.asgd import ASGD  # noqa: F401
from torch.optim.lbfgs import LBFGS  # noqa: F401
from torch.optim.nadam import NAdam  # noqa: F401
from torch.optim.optimizer import Optimizer  # noqa: F401
from torch.optim.radam import RAdam  # noqa: F401
from torch.optim.rmsprop import RMSprop  # noqa: F401
from torch.optim.rprop import Rprop  # noqa: F401
from torch.optim.sgd import SGD  # noqa: F401
from torch.optim.sparse_adam import SparseAdam  # noqa: F401

from torch.optim import lr_scheduler, swa_utils  # noqa: F401 isort: skip

Adafactor.__module__ = Muon.__module__ = __name__  # as in torch, for pickle

# As in torch, the files of most optimizers are no attributes of the package.
for _name in """
adadelta adagrad adam adamax adamw asgd lbfgs nadam radam rmsprop rprop sgd sparse_adam optimizer
""".split():
    delattr(_sys.modules[__name__], _name)
del _name, _sys
