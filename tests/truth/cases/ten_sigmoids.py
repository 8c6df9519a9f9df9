# sigmoid after sigmoid: almost nothing arrives
import torch

x = torch.tensor([0.3], requires_grad=True)
h = x
for _ in range(10):
    h = torch.sigmoid(h)
h.backward()
print(x.grad)
