# a warning is said of the line that gave cause, and once for each line
import warnings

import torch
import torch.nn.functional as F

one, two, column = torch.ones(1), torch.zeros(2), torch.zeros(2, 1)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("default")
    for _ in range(2):
        F.mse_loss(two, column)
        F.l1_loss(two, column)
        F.softmax(two)
        one.std()
        torch.var(one, 0)
        torch.var_mean(one)
        torch.std_mean(one, 0)
        torch.tensor(two)
        (torch.ones(1, requires_grad=True) * 2).grad
for each in caught:
    print(each.lineno, each.category.__name__, str(each.message)[:60])
# the slope of a spread of one number
x = torch.tensor([3.0], dtype=torch.float64, requires_grad=True)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    print(torch.autograd.grad(x.std(), x, create_graph=True))
    print(torch.autograd.grad(x.float().var(), x, create_graph=True))
