# what torch says of a line of its own is said once, from however many lines of a program
import warnings

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils import weight_norm

heard = []
warnings.showwarning = lambda text, *place: heard.append(str(text)[:60])
input, target = torch.zeros(3, 1), torch.zeros(3)


def tell(what):
    print(what, len(heard), *sorted(set(heard)), sep="\n    ")
    heard.clear()


measure = nn.MSELoss()
measure(input, target)
measure(input, target)
nn.L1Loss()(input, target)
tell("a loss that is a module, and another")
F.mse_loss(input, target)
F.mse_loss(input, target)
tell("the same as functions")
nn.LSTM(2, 3, dropout=0.5)
nn.LSTM(2, 3, dropout=0.5)
nn.GRU(2, 3, dropout=0.5)
tell("layers that drop nothing")
weight_norm(nn.Linear(2, 2))
weight_norm(nn.Linear(2, 2))
tell("an old function")
nn.Linear(0, 2)
nn.Linear(0, 2)
nn.init.kaiming_uniform_(torch.zeros(0, 2))
nn.init.kaiming_uniform_(torch.zeros(0, 2))
tell("what has no elements")
nn.Softmax()(input)
nn.Softmax()(input)
F.softmax(input)
F.softmax(input)
tell("a dimension that is not told")
nn.L1Loss(size_average=False)
nn.MSELoss(size_average=False)
F.l1_loss(input, input, reduce=False)
F.l1_loss(input, input, reduce=False)
tell("old arguments")
F.gumbel_softmax(input, eps=1e-9)
F.gumbel_softmax(input, eps=1e-9)
tell("an argument without effect")
for again in range(2):
    optimizer = torch.optim.SGD([nn.Parameter(target)] * 2, lr=0.1)
optimizer = torch.optim.SGD([nn.Parameter(target)] * 2, lr=0.1)
optimizer.add_param_group({"params": [nn.Parameter(input)] * 2})
tell("parameters twice")
with warnings.catch_warnings(record=True) as kept:
    warnings.simplefilter("always")
    measure(input, target)
    measure(input, target)
    print("always", len(kept))
measure(input, target)
tell("the same after that")
warnings.filterwarnings("ignore", module="torch")
measure(input, torch.zeros(5, 1, 1))
F.mse_loss(input, torch.zeros(5, 1, 1))
tell("not of torch's own lines")
warnings.filterwarnings("error", module="torch")
try:
    measure(input, torch.zeros(6, 1, 1))
except UserWarning as error:
    print(str(error)[:60])
