# dtype= where it is not the default
import torch

print(torch.tensor([1.5], dtype=torch.float64))
print(torch.tensor([1.5], dtype=torch.float16))
print(torch.tensor([1], dtype=torch.int32), torch.tensor([1], dtype=torch.uint8))
print(torch.tensor([True]), torch.tensor([1]))
print(torch.tensor([1 + 1j, -2.5j]))
print(torch.tensor([1j], dtype=torch.complex128))
print(torch.zeros(0, 3), torch.zeros(0, dtype=torch.int64))
print(torch.tensor([1.5], dtype=torch.bfloat16))
