import torch

w = torch.tensor([3.0, -2.0], requires_grad=True)
for _ in range(20):
    loss = (w**2).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.2 * w.grad
        w.grad.zero_()
print(w)
