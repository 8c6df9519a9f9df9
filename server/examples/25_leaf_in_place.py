# A leaf may not be changed in place
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (w * w).sum()
loss.backward()
print(w.grad)

with torch.no_grad():
    w -= 0.1 * w.grad  # off the tape it is allowed: this is an update
print(w)

w -= 0.1 * w.grad  # on the tape it is not
