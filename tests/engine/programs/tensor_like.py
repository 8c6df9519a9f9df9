# the _like and new_ forms keep dtype and shape
import torch

x = torch.tensor([[1, 2], [3, 4]], dtype=torch.int16)
print(torch.zeros_like(x), torch.ones_like(x, dtype=torch.float32))
print(torch.full_like(x, 7))
print(torch.empty_like(x).shape)
print(x.new_zeros(2), x.new_ones(1, 2), x.new_full((2,), 3))
print(x.new_tensor([1.7, 2.2]))
print(torch.rand_like(torch.zeros(2, 2)).shape)
print(torch.ones(2).new_tensor(torch.ones(1)))
