# Pieces that are no views to autograd lie in the memory of what they were cut from.
import torch

m = torch.ones(2, 2, requires_grad=True)
whole = (m * 3).detach()
for pieces in (whole.unsafe_chunk(2), whole.unsafe_split(1, 1)):
    pieces[0].mul_(2)
    print(pieces[1], whole)
empty = torch.ones(0)
print(empty.sum()) or print(empty.prod())


def scale(pair):
    return (lambda s: (s[0] * 2 - 1, s[1]))(pair)


class Data:
    def __getitem__(self, i):
        pair = (torch.ones(2) + i, i)
        pair = scale(pair)
        return pair


print(Data()[1])
