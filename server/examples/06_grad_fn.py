# grad_fn: only dependent variables have one
import torch

x=torch.tensor(1.0,requires_grad=True)
y=torch.tensor(2.0,requires_grad=True)
z=x+y
print(x,y,z)
#output
# tensor(1., requires_grad=True) tensor(2., requires_grad=True) tensor(3., grad_fn=<AddBackward0>)
