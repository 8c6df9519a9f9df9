# sort, argsort, topk, unique, bincount
import torch

x = torch.tensor([3.0, 1.0, 2.0])
print(x.sort())
print(torch.sort(x, descending=True))
print(x.argsort(), torch.topk(x, 2), x.topk(1, largest=False))
print(torch.unique(torch.tensor([3, 1, 3, 2])))
print(torch.unique(torch.tensor([3, 1, 3]), return_counts=True))
print(torch.bincount(torch.tensor([0, 1, 1, 3])))
print(torch.kthvalue(x, 2), torch.tensor([0, 3, 0]).nonzero(), torch.count_nonzero(x))
print(torch.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([2, 5])))
holed = torch.tensor([[1.0, float("nan"), 1.0], [2.0, float("nan"), -1.0]])
print(holed.mode(), holed.bfloat16().sort(), holed.bfloat16().topk(2))
