# zero_grad, or the gradients of old steps stay
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
x = torch.tensor([3.0, 4.0])
optimizer = torch.optim.SGD([w], lr=0.1)

(w * x).sum().backward()
print(w.grad)

(w * x).sum().backward()  # nobody emptied w.grad: the new gradient is added to the old one
print(w.grad)

optimizer.zero_grad()  # empties it: .grad is None again
print(w.grad)

(w * x).sum().backward()
print(w.grad)
optimizer.step()
print(w)
