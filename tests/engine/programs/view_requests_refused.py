# what views and new shapes refuse, and the orders of memory that resizing gives
import torch


def shown(ask):
    try:
        made = ask()
        if isinstance(made, torch.Tensor):
            made = tuple(made.shape), made.stride(), made.tolist()
        print(made)
    except Exception as error:
        print(type(error).__name__, error)


flat = torch.arange(2 * 3 * 4 * 4.0)
last = torch.empty(2, 3, 4, 4, memory_format=torch.channels_last)
shown(lambda: flat.resize_((2, 3, 4, 4), memory_format=torch.channels_last).stride())
shown(lambda: flat[1, :, 2, 3].tolist())
shown(lambda: flat.resize_((1, 2, 3, 2, 2), memory_format=torch.channels_last_3d).stride())
shown(lambda: torch.zeros(6).resize_((2, 3), memory_format=torch.channels_last))
shown(lambda: torch.zeros(6).resize_((2, 3), memory_format=torch.preserve_format))
for form in (torch.contiguous_format, torch.preserve_format, torch.channels_last):
    shown(lambda: torch.zeros(6).resize_as_(last, memory_format=form).stride())
double = torch.empty((), dtype=torch.float64)
for size in ([2, 4, 2**29, 2**29], [8, 8, 2**29, 2**29], [0, 4, 2**61]):
    shown(lambda: double.resize_(size))

x = torch.arange(9).reshape(3, 3)
for start in (0, 0.0, [0], [0, 1], True, 5, -1):
    shown(lambda: x.narrow(0, torch.tensor(start), 1))
ten, number = torch.zeros(10), torch.tensor(1.0)
for given, cuts in ((ten, 0), (number, 2), (ten, -1), (ten, 1.5), (ten, [[1]]), (ten, [2, 9])):
    shown(lambda: [tuple(p.shape) for p in torch.tensor_split(given, torch.tensor(cuts))])
for size in (2, 3):
    shown(lambda: torch.eye(2).expand(size, 2, 2).to_sparse().t())

m = torch.arange(12.0).reshape(3, 4)
for pairs in (m.as_strided((2, 2), (1, 1)), m[:0], number, m[:2, :2].t(), m[:, 1:3],
              m.view(-1)[1:3], m[:, :2], m[1:, 2:]):
    shown(lambda: torch.view_as_complex(pairs))

a, halves = torch.arange(4.0), (torch.empty(2), torch.empty(2, dtype=torch.long))
shown(lambda: torch.split_copy(a, 2, out=halves))
print(halves)
shown(lambda: torch.unbind_copy(a.reshape(2, 2).flip(0), out=[torch.empty(2), halves[0]]))
print(halves)
for out in (halves[:1], (torch.empty(1), torch.empty(2)), torch.empty(2)):
    shown(lambda: torch.split_copy(a, 2, out=out))
shown(lambda: torch.split_with_sizes_copy(a, [1, 3], out=halves[:1]))
shown(lambda: torch.unbind_copy(a, out=halves))

for places, shape in ((0.5, (2, 2)), (1, torch.tensor([1])), (1, (1, 2.0)), (0, (2, -3)), (3, 2),
                      ([3, 5], (2, 3)), (True, 2)):
    shown(lambda: torch.unravel_index(torch.tensor(places), shape))
