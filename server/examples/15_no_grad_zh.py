# with torch.no_grad():停止自动求导
import torch

x2 = torch.ones(2, 2, requires_grad=True)  # 开启自动求导

print(x2.requires_grad)  # 开启状态
print((x2 ** 2).requires_grad)  # 进行计算之后也是开启状态

with torch.no_grad():  # 使用关闭自动求导的块代码,一般用于预测的时候,预测就不需要求导了
    print((x2 ** 2).requires_grad)
print(x2.requires_grad)  # 然后上面的块运行完成之后,自动求导还是开启的,不影响主代码
