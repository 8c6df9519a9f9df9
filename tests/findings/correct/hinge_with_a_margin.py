import torch

torch.manual_seed(0)
w = torch.zeros(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
x = torch.randn(20, 3)
y = torch.sign(x @ torch.tensor([1.0, -2.0, 0.5]))
for _ in range(10):
    loss = torch.clamp(1 - y * (x @ w), min=0).mean() + 0.01 * (w @ w)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(((x @ w).sign() == y).float().mean())
