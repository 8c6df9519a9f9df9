# If the result node is a vector
import torch

x=torch.ones(4,requires_grad=True) #x=[x1,x2,x3,x4]
#print(x.type()) torch.FloatTensor
z=x+2 #z=[x1+2,x2+2,x3+2,x4+2]
#If all incoming are 1
z.backward(torch.ones_like(z))
#If the incoming is set by yourself
#z.backward(torch.Tensor([1,2,3,4])) #z=[x1+2,2(x2+2),3(x3+2),4(x4+2)]
#note the matching of types. Tensor defaults to torch.FloatTensor type
#z.backward(torch.tensor([1.,2.,3.,4.])) #z=[x1+2,2(x2+2),3(x3+2),4(x4+2)]
print(x.grad)
#output
# tensor([1., 1., 1., 1.])
# tensor([1., 2., 3., 4.])
