"""Plain numbers that the dtype of a tensor has no room for: cut off, or refused."""

import torch

u = torch.tensor([1, 2, 255], dtype=torch.uint8)
i = torch.tensor([1, -1, 127], dtype=torch.int8)
w = torch.tensor([1, -1], dtype=torch.int32)
h = torch.tensor([3], dtype=torch.uint16)


def show(*texts):
    for text in texts:
        try:
            print(text, eval(text))
        except (RuntimeError, NotImplementedError, OverflowError, ValueError) as error:
            print(text, type(error).__name__, error)


show("u > -1", "u == -1", "u == 257", "u < 300", "300 > u", "i < 200", "i == 255", "w < 2**40")
show("w == 2**32 + 1", "u < 0.5", "u > torch.tensor(-1)", "u > torch.tensor([-1])", "u == 2**70")
show("u + 300", "u * 300", "300 - u", "u // 300", "u % 300", "u // -1", "300 // u", "300 ** u")
show("u ** 9", "u.pow(300)", "torch.fmod(u, -1)", "u.add(1, alpha=300)", "u.sub(1, alpha=-1)")
show("torch.where(u > 1, u, -1)", "torch.where(u > 1, u, 300)", "u.masked_fill(u > 1, 300)")
show("u.clamp(min=-1)", "torch.isin(u, -1)", "u & 300", "u << 9", "u / 300", "u.fill_(300)")
show("h + 1", "h * 2", "h - h", "h == 3", "h > 1", "h.sum()", "h.float()", "h ** 1", "h ** 2", "-h")
show("h + torch.tensor(1.0)", "h + torch.tensor([1])", "h.max()", "torch.stack([h, h])", "h.int()")
show("torch.tensor([2**63 - 1]) + 1", "torch.tensor([-128], dtype=torch.int8).abs()")
show("torch.empty(0, dtype=torch.int8).median()", "torch.empty(0).logsumexp(0)")
show("torch.tensor([True]) - 1", "torch.tensor([True]).clamp(True)", "torch.tensor([2]) ** -1")
show("torch.zeros(0).index_fill(0, torch.tensor([0]), 1)", "torch.empty(0).byte().histc(3)")
show("torch.tensor(1).index_add(0, torch.tensor([0]), torch.tensor([1]))")
show("torch.tensor([2**64], dtype=torch.float64)", "torch.tensor([2**63], dtype=torch.uint64)")

# lists of numbers of which one is no int64, older constructors, half types that are assigned to
for wrong in (
    lambda: torch.tensor([1, 2**63]),
    lambda: torch.LongTensor([1, 2**63]),
    lambda: torch.LongTensor([float("nan")]),
    lambda: torch.IntTensor([2**31]),
    lambda: torch.ByteTensor([300]),
):
    try:
        print(wrong())
    except (RuntimeError, ValueError) as error:
        print(error)
print(torch.tensor([1, 2**63], dtype=torch.uint64), torch.ByteTensor([-1]))
for dtype, number in ((torch.float16, -1e9), (torch.bfloat16, 1e50)):
    scores = torch.ones(3, dtype=dtype)
    scores[torch.tensor([True, False, True])] = number
    print(scores)
show("torch.tensor(2**63)", "torch.tensor([1, -2**64])", "torch.tensor([1.5, 2**64])")
mask, first = torch.tensor([True, False]), torch.tensor([0])
for target in (torch.ones(2), torch.ones(2).long(), torch.ones(2).byte()):
    for number in (1j, torch.tensor(1j), torch.tensor(300), torch.tensor(2.7), torch.tensor(1e30)):
        for fill in (lambda: target.masked_fill(mask, number),
                     lambda: target.index_fill(0, first, number)):
            try:
                print(fill())
            except RuntimeError as error:
                print(error)
