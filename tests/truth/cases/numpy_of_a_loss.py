# numpy() of what requires grad
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
losses = []
for _ in range(2):
    losses.append((w ** 2).sum())
print(losses[1].numpy())
