# indices that do not fit, and tensors used as if they were something else
import torch


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__ + ":", str(error).split("\n")[0])


x = torch.arange(6.0).view(2, 3)
attempt(lambda: x[2])
attempt(lambda: x[0, 3])
attempt(lambda: x[-3])
attempt(lambda: x[0, 0, 0])
attempt(lambda: x[1.0])
attempt(lambda: x["a"])
attempt(lambda: x[::-1])
attempt(lambda: x[[0, 2]])
attempt(lambda: x[torch.tensor([0.0])])
attempt(lambda: x[torch.tensor([True, False, True])])
attempt(lambda: x[torch.tensor([0, 1]), torch.tensor([0, 1, 2])])
attempt(lambda: x.sum(2))
attempt(lambda: x.transpose(0, 2))
attempt(lambda: x.permute(0))
attempt(lambda: x.expand(4, 3))
attempt(lambda: x.squeeze(5))
attempt(lambda: x.select(1, 7))
attempt(lambda: x.narrow(1, 2, 2))
attempt(lambda: x.split([1, 3], dim=1))
attempt(lambda: x.index_select(0, torch.tensor([2])))
attempt(lambda: x.gather(1, torch.tensor([[3], [0]])))
attempt(lambda: x.index_put_((torch.tensor([0.0]),), torch.tensor(1.0)))
attempt(lambda: x.index_put_((torch.tensor([0, 1], dtype=torch.int16),), torch.tensor(1.0)))
for kind in (torch.uint8, torch.int64, torch.float32):
    attempt(lambda: x.masked_scatter(torch.ones(2, 3, dtype=kind), torch.ones(6)))
attempt(lambda: x.masked_scatter(torch.ones(2, 2, dtype=torch.bool), torch.ones(6)))
attempt(lambda: x.slice_scatter(torch.ones(2, 3), step=0))
attempt(lambda: torch.slice_copy(x, step=-1))
attempt(lambda: torch.slice_copy(x, 2))
attempt(lambda: torch.slice_copy(x, -1, 1))
attempt(lambda: if_tensor(x))
attempt(lambda: range(torch.tensor(1.5)))
attempt(lambda: list(range(torch.tensor(3))))
attempt(lambda: len(torch.tensor(3)))
attempt(lambda: [*torch.tensor(3)])
attempt(lambda: x.tolist()[torch.tensor(1)])
attempt(lambda: x in [1, 2])
attempt(lambda: {x: 1}[x] + (x[0] == x[0]).all())
