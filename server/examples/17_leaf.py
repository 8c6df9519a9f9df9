# Leaf or not
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
v = w * 2
k = torch.tensor([3.0, 4.0])
print(w.is_leaf, v.is_leaf, k.is_leaf)

v.retain_grad()  # v is no leaf: without this its gradient would not be kept
loss = (v * k).sum()
loss.backward()

print(w.grad)
print(v.grad)
print(k.grad)  # k asked for no gradient
