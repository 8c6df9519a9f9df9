# the same fit in numpy and in torch
import numpy as np
import torch

x = np.linspace(0, 1, 5)
t = torch.from_numpy(x).float()
print(t, t.dtype, torch.from_numpy(x).dtype)
w = torch.tensor(1.0, requires_grad=True)
((w * t - 2 * t) ** 2).mean().backward()
print(w.grad.item(), 2 * np.mean((x - 2 * x) * x))
print(np.allclose(w.grad.numpy(), 2 * np.mean((x - 2 * x) * x)))
print(t.numpy().tolist(), np.exp(t.numpy()), torch.exp(t).numpy())
