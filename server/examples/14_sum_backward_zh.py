# .requires_grad_():原地改变.requires_grad的值
import torch

a = torch.randn(2, 2)
a = ((a * 3) / (a - 1))
print(a.requires_grad)  # 这里是false,因为上面的tensor没有开启自动求导
a.requires_grad_(True)  # 这里通过魔法方法 开启了自动求导设置
print(a.requires_grad)
b = (a * a).sum()
print(b.grad_fn)  # 经过运算之后,就可以看到自动求导已经生效了
