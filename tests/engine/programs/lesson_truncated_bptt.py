# detaching the hidden state
import torch

w = torch.tensor(0.5, requires_grad=True)
h = torch.tensor(1.0)
for t in range(4):
    h = w * h + t
    if t % 2 == 1:
        h.backward()
        print(t, h, w.grad)
        h = h.detach()
