# tensors inside lists, and torch.tensor of a tensor with its warning
import torch

a = torch.tensor(1.5)
print(torch.tensor([a, a * 2]))
b = torch.tensor([1, 2])
print(torch.tensor(b))
print(torch.as_tensor(b) is b)
print(torch.as_tensor([1, 2], dtype=torch.float32))
