# momentum by hand with in-place ops
import torch

w = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
v = torch.zeros_like(w)
for step in range(3):
    loss = (w**2).sum() + w.prod()
    loss.backward()
    with torch.no_grad():
        v.mul_(0.9).add_(w.grad, alpha=-0.05)
        w.add_(v)
        w.grad.zero_()
    print(step, loss.item(), w)
print(w._version, v.requires_grad)
w.data.sub_(1)
print(w, w._version)
