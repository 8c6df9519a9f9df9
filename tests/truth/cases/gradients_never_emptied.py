# nobody calls zero_grad
import torch

w = torch.tensor([4.0], requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
for step in range(4):
    (w ** 2).sum().backward()
    optimizer.step()
    print(step, w.item())
