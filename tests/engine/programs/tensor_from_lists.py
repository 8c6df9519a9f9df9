# torch.tensor infers dtype and shape from nested Python data
import torch

print(torch.tensor([1, 2, 3]))
print(torch.tensor([1.0, 2, 3]))
print(torch.tensor([[1, 2], [3, 4]]).shape)
print(torch.tensor([True, False]))
print(torch.tensor(3))
print(torch.tensor(3.5).dtype, torch.tensor(2).dtype, torch.tensor(True).dtype)
print(torch.tensor([]))
print(torch.tensor([[]]))
print(torch.tensor([1 + 2j]))
print(torch.tensor([1, 2.5, True]))
print(torch.tensor((1, 2)), torch.tensor(range(3)))
print(torch.tensor([[1, 2], [3, 4]], dtype=torch.float64))
