# expand, repeat, tile, repeat_interleave
import torch

x = torch.tensor([[1], [2]])
print(
    x.expand(2, 3), x.expand(-1, 2), x.expand(3, 2, 1).shape, x.expand_as(torch.zeros(2, 4)).shape
)
print(x.expand(2, 3).stride(), x.repeat(1, 2), x.repeat(2, 1, 1).shape)
print(torch.tile(torch.tensor([1, 2]), (2,)), torch.repeat_interleave(torch.tensor([1, 2]), 2))
print(torch.tensor([1, 2, 3]).repeat_interleave(torch.tensor([1, 0, 2])))
print(torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij"))
print(torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4])))
try:
    x.expand(3, 3)
except RuntimeError as error:
    print(error)
x = torch.arange(6.0).view(2, 3)
print(torch.permute(x, dims=(1, 0)), x.flip(dims=[1]), torch.flip(input=x, dims=(0,)))
print(x.repeat(repeats=(1, 2)), torch.tile(x, dims=(2,)), x.expand(size=(2, 2, 3)).shape)
print(x.view(size=(3, 2)).shape, x.reshape(shape=(6,)).shape)
print(x.new_zeros(size=(2,)), torch.addmm(x, mat1=torch.ones(2, 1), mat2=torch.ones(1, 3)))
print(torch.max(input=x, other=x.flip(0)), x.swapaxes(axis0=0, axis1=1).shape)
print(x.view(dtype=torch.int32)[0])
print(torch.tensor_split(x, sections=2)[0], torch.zeros(2).uniform_(**{"from": 1.0, "to": 1.0}))

for grid in torch.meshgrid(torch.arange(3), torch.arange(2), indexing="xy"):
    print(grid, grid.stride())
for words in ({"indexing": "yx"}, {"indexing": 1}):
    try:
        torch.meshgrid(torch.arange(3), **words)
    except (RuntimeError, TypeError) as error:
        print(error)
