# detach() and no_grad()
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * x

frozen = y.detach()  # the same numbers, cut off from the tape
print(frozen.requires_grad, y.requires_grad)

with torch.no_grad():
    z = x * 10  # not recorded at all
print(z.requires_grad, z.grad_fn)

loss = (y * frozen).sum()
loss.backward()
print(x.grad)  # 2 * x * frozen: no gradient came through frozen
