"""`torch.optim`: optimizers and schedules of their learning rates."""

from torch.optim.adadelta import Adadelta  # noqa: F401
from torch.optim.adafactor import Adafactor  # noqa: F401
from torch.optim.adagrad import Adagrad  # noqa: F401
from torch.optim.adam import Adam  # noqa: F401
from torch.optim.adamax import Adamax  # noqa: F401
from torch.optim.adamw import AdamW  # noqa: F401
from torch.optim.asgd import ASGD  # noqa: F401
from torch.optim.lbfgs import LBFGS  # noqa: F401
from torch.optim.muon import Muon  # noqa: F401
from torch.optim.nadam import NAdam  # noqa: F401
from torch.optim.optimizer import Optimizer  # noqa: F401
from torch.optim.radam import RAdam  # noqa: F401
from torch.optim.rmsprop import RMSprop  # noqa: F401
from torch.optim.rprop import Rprop  # noqa: F401
from torch.optim.sgd import SGD  # noqa: F401
from torch.optim.sparse_adam import SparseAdam  # noqa: F401

from torch.optim import lr_scheduler, swa_utils  # noqa: F401 isort: skip

Adafactor.__module__ = Muon.__module__ = __name__  # pickles name them so

# As in torch, a lower-case name is no optimizer and no module either.
for _name in """
adadelta adafactor adagrad adam adamax adamw asgd lbfgs muon nadam radam rmsprop rprop sgd
sparse_adam optimizer
""".split():
    del globals()[_name]
