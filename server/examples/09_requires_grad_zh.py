# requires_grad:追踪对应张量的所有操作
import torch

a = torch.randn(2, 2)
a = ((a * 3) / (a - 1))
print(a.requires_grad)
a.requires_grad_(True)
print(a.requires_grad)
#输出
# False
# True
