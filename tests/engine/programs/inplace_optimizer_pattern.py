# w.data -= lr * w.grad, and its two cousins
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
for _ in range(2):
    loss = (w**2).sum()
    loss.backward()
    w.data -= 0.1 * w.grad.data
    w.grad.data.zero_()
print(w, w.grad)
loss = (w**2).sum()
loss.backward()
with torch.no_grad():
    w.sub_(0.1 * w.grad)
    w.grad = None
print(w, w.grad)
w = w - 0.1 * torch.ones(2)
print(w.is_leaf, w)
