# ranges: ends, steps, dtypes
import torch

print(torch.arange(5))
print(torch.arange(1, 4))
print(torch.arange(1, 2.5, 0.5))
print(torch.arange(0, 1, 0.1))
print(torch.arange(5, 0, -2))
print(torch.arange(3.0))
print(torch.arange(3, dtype=torch.float32))
print(torch.linspace(0, 1, 5))
print(torch.linspace(-1, 1, 3, dtype=torch.float64))
print(torch.linspace(3, 10, steps=5))
print(torch.linspace(0, 10, 1))
print(torch.logspace(0, 2, 3))
