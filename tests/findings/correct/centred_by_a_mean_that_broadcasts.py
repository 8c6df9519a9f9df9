import torch

torch.manual_seed(0)
x = torch.randn(5, 3)
shift = torch.zeros(3, requires_grad=True)
scale = torch.ones(5, 1, requires_grad=True)
y = (x - x.mean(0)) * scale + shift
loss = ((y - y.mean(dim=1, keepdim=True)) ** 2).mean()
loss.backward()
print(shift.grad, scale.grad.shape)
