# 每一个Tensor拥有一个.grad_fn属性
import torch

x1 = torch.ones(2, 2)  # 这个是没有开自动求导

x2 = torch.ones(2, 2, requires_grad=True)  # 开启自动求导

y = x1 * x2  # 这里进行计算

print(x1)
print(x2)
print(y)  # 发现这里的grad_fn是MulBackward0,也就是乘法的函数反向传播得到

x3 = x2 + 1  # 在x2的基础上面进行一个加法操作
print(x3)  # 就会发现这里的grad_fn是Add

# grad_fn 是用来记录这个东西是不是由哪个计算的到来的,如果是用户自己定义的就是None
print(x1.grad_fn)
print(x2.grad_fn)
print(y.grad_fn)  # y 是x1 和 x2 相乘得到
