# the gradient of an input is read twice, and adds up
import torch

image = torch.tensor([[1.0, 2.0]], requires_grad=True)
weight = torch.tensor([[3.0], [4.0]])
for _ in range(2):
    (image @ weight).sum().backward()
    print(image.grad)
