# gradcheck and gradgradcheck
import torch
from torch.autograd import gradcheck, gradgradcheck

x = torch.tensor([0.5, 1.5], dtype=torch.float64, requires_grad=True)
print(gradcheck(lambda v: v.sin() * v.exp(), (x,)), gradgradcheck(lambda v: v**3, (x,)))
print(gradcheck(torch.nn.functional.softmax, (x, 0)))
