import torch

w = torch.tensor([1.0, 1.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.5)
for _ in range(6):
    opt.zero_grad()
    loss = ((w - 4) ** 2).sum()
    loss.backward()
    opt.step()
print(w.grad, w)
