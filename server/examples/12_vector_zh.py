# 若结果节点为矢量
import torch

x=torch.ones(4,requires_grad=True) #x=[x1,x2,x3,x4]
#print(x.type()) torch.FloatTensor
z=x+2 #z=[x1+2,x2+2,x3+2,x4+2]
#若传入的都是1
z.backward(torch.ones_like(z))
#若传入的是自己设定的
#z.backward(torch.Tensor([1,2,3,4])) #z=[x1+2,2(x2+2),3(x3+2),4(x4+2)]
#注意类型的匹配 Tensor默认为torch.FloatTensor型
#z.backward(torch.tensor([1.,2.,3.,4.])) #z=[x1+2,2(x2+2),3(x3+2),4(x4+2)]
print(x.grad)
#输出
# tensor([1., 1., 1., 1.])
# tensor([1., 2., 3., 4.])
