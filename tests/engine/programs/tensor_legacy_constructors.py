# Tensor, FloatTensor and their kin: sizes or data
import torch

print(torch.Tensor([1, 2, 3]))
print(torch.FloatTensor([0.1, 1, 10]))
print(torch.LongTensor([1, 2]), torch.IntTensor([1]), torch.DoubleTensor([1]))
print(torch.ByteTensor([1]), torch.BoolTensor([1, 0]), torch.HalfTensor([1.5]))
print(torch.Tensor(2, 3).shape, torch.LongTensor(4).shape)
print(torch.Tensor([1, 2]).type(), torch.LongTensor([1]).type())
print(torch.Tensor().shape)
