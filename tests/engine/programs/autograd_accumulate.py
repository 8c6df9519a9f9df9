# .grad adds up until it is zeroed
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
for _ in range(3):
    (x * x).sum().backward()
    print(x.grad)
x.grad.zero_()
(x * 3).sum().backward()
print(x.grad)
x.grad = None
print(x.grad)
x.grad = torch.tensor([5.0, 5.0])
(x * 3).sum().backward()
print(x.grad)
# a gradient lies in memory as its leaf, or row by row where that has gaps
leaf = torch.ones(2, 3, requires_grad=True)
(leaf.t() * torch.ones(3, 2)).sum().backward()
turned = torch.ones(3, 2).t().requires_grad_()
(turned * 2).sum().backward()
gaps = torch.ones(4, 3)[::2].requires_grad_()
(gaps * 2).sum().backward()
weight = torch.ones(2, 3, requires_grad=True)
torch.nn.functional.linear(torch.ones(4, 3), weight).sum().backward()
one, stretched = torch.ones(1, requires_grad=True), torch.ones(2, requires_grad=True)
(one.sum() + stretched.sum()).backward()
for each in (leaf, turned, gaps, weight, one, stretched):
    print(each.grad.stride(), each.grad._version)
turned.grad = None
(turned * 3).sum().backward(create_graph=True)
print(turned.grad.stride())
