# segment_reduce: by lengths and by offsets, in rows of their own, with ties, zeros and NaN
import torch

data = torch.tensor([[1.0, 5.0, 5.0], [7.0, 0.0, 0.0]], requires_grad=True)
weight = torch.tensor([[1.0, -2.0], [-1.0, 3.0]])
for how in ("sum", "mean", "max", "min", "prod"):
    for options in (
        {"lengths": torch.tensor([[1, 2], [3, 0]])},
        {"offsets": torch.tensor([[0, 1, 3], [0, 2, 2]])},
        {"lengths": torch.tensor([[1, 2], [3, 0]]), "initial": 2},
    ):
        made = torch.segment_reduce(data, how, axis=1, **options)
        print(made)
        print(torch.autograd.grad((made * weight).sum(), data))

node = torch.segment_reduce(data, "sum", offsets=torch.tensor([0, 2]), initial=1).grad_fn
print([(name, getattr(node, name)) for name in dir(node) if name.startswith("_saved_")])
two, nan = torch.tensor([2]), torch.tensor([1.0, float("nan"), 2.0])
for make in (
    lambda: torch.segment_reduce(nan, "max", lengths=torch.tensor([3])),
    lambda: torch.segment_reduce(nan.bfloat16()[::2], "mean", lengths=two),
    lambda: torch.segment_reduce(data, "sum", lengths=torch.tensor([1]), unsafe=True),
    lambda: torch.segment_reduce(data, "sum", lengths=two, axis=1),
    lambda: torch.segment_reduce(data, "sum", lengths=two, axis=3),
    lambda: torch.segment_reduce(data, "sum", lengths=torch.tensor([3, -1])),
    lambda: torch.segment_reduce(data, "sum", lengths=two + 1),
    lambda: torch.segment_reduce(data, "sum", indices=two),
    lambda: torch.segment_reduce(data, "sum"),
    lambda: torch.segment_reduce(torch.arange(2), "sum", lengths=two),
):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)
