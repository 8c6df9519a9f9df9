# forward mode
import torch
import torch.autograd.forward_ad as fwAD

with fwAD.dual_level():
    x = fwAD.make_dual(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 0.0]))
    y = x**2 + x.sin()
    primal, tangent = fwAD.unpack_dual(y)
    print(primal, tangent)
