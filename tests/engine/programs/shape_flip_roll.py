# flip, roll, rot90, tril, triu, diag
import torch

x = torch.arange(9).reshape(3, 3)
print(x.flip(0), x.flip(0, 1), torch.fliplr(x), torch.roll(x, 1), x.roll(1, 0), torch.rot90(x))
print(torch.tril(x), torch.triu(x, 1), torch.diag(x), torch.diag(torch.tensor([1, 2])))
print(x.diagonal(), x.diagonal(1), torch.trace(x), torch.diag_embed(torch.tensor([1.0, 2.0])))
print(torch.tril(torch.ones(3, 3)), torch.block_diag(torch.ones(1, 2), torch.eye(2)))
