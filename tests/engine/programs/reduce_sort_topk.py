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

# of equal values those stand first that C++'s partial sorts leave there
ties = torch.arange(20) * 7 % 5 % 3
print(ties.topk(1).indices, ties.topk(4).indices, ties.topk(19, largest=False).indices)
print(ties.topk(6, sorted=False), ties.view(4, 5).float().topk(2, 0).indices)
print(torch.zeros(300).topk(2).indices, torch.zeros(100).topk(30).indices)
print((torch.arange(300) % 7).topk(4).indices, (torch.arange(70) % 3).bfloat16().topk(20).indices)
print(torch.tensor([1.0, float("nan"), 2.0, float("nan"), 2.0]).topk(3).indices)
