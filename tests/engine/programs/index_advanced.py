# masks, integer tensors, lists
import torch

x = torch.arange(12).reshape(3, 4)
print(x[x > 5], x[torch.tensor([0, 2])], x[[0, 2]], x[[0, 1], [2, 3]])
print(x[:, [1, 3]], x[torch.tensor([[0, 1], [2, 0]])].shape, x[:, x[0] % 2 == 0])
print(x[torch.tensor([True, False, True])], x[torch.arange(3), torch.tensor([0, 1, 2])])
print(x[1, [0, -1]], x[..., torch.tensor([0])], x[torch.tensor(1), None].shape)
try:
    x[torch.tensor([5])]
except IndexError as error:
    print(error)
try:
    x[torch.tensor([True, False])]
except IndexError as error:
    print(error)
empty = torch.empty(2, 0, 3)  # where nothing is picked, nobody asks for bounds
print(empty[torch.tensor([4])].shape, empty[:, :, [5]].shape, empty[[4], :, [7]].shape)
empty[torch.tensor([4])] = 1
try:
    empty[:, [0]]
except IndexError as error:
    print(error)
print(torch.ones(2, 3).nonzero().stride(), torch.ones(3).nonzero().stride())
