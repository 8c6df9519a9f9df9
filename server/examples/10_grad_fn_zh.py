# grad_fn:只有因变量有其属性
import torch

x=torch.tensor(1.0,requires_grad=True)
y=torch.tensor(2.0,requires_grad=True)
z=x+y
print(x,y,z)
#输出
# tensor(1., requires_grad=True) tensor(2., requires_grad=True) tensor(3., grad_fn=<AddBackward0>)
