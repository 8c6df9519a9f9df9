# 若结果节点为标量
import torch

x=torch.tensor(3.0,requires_grad=True)
y=torch.tensor(7.0,requires_grad=True)
z=x+y
z.backward()
#返回x,y的梯度,z的值
print(x.grad,y.grad,z)
#输出
# tensor(1.) tensor(1.) tensor(10., grad_fn=<AddBackward0>)
