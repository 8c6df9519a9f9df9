import torch

w = torch.tensor([3.0, -2.0], requires_grad=True)
for _ in range(10):
    loss = ((w - 1) ** 2).sum()
    loss.backward()
    w = (w - 0.1 * w.grad).detach().requires_grad_(True)
print(w)
