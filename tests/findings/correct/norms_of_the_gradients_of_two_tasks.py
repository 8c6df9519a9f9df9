import torch

torch.manual_seed(0)
w = torch.randn(4, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.05)
for _ in range(3):
    first, second = (w - 1).pow(2).sum(), (w + 2).abs().sum()
    sizes = [torch.autograd.grad(each, w, retain_graph=True)[0].norm() for each in (first, second)]
    loss = first / sizes[0] + second / sizes[1]
    opt.zero_grad()
    loss.backward()
    opt.step()
