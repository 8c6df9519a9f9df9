# the same loop with a saved value overwritten afterwards
import torch

x = torch.ones(3, requires_grad=True)
h = torch.zeros(4, 3)
h[0] = x
h[1] = h[0] ** 2
h[2] = h[1].exp()
loss = h.sum()
h[1] = 0.0
try:
    loss.backward()
except RuntimeError as error:
    print(error)
