# If the result node is a scalar
import torch

x=torch.tensor(3.0,requires_grad=True)
y=torch.tensor(7.0,requires_grad=True)
z=x+y
z.backward()
#Returns the gradient of x,y, and the value of z
print(x.grad,y.grad,z)
#output
# tensor(1.) tensor(1.) tensor(10., grad_fn=<AddBackward0>)
