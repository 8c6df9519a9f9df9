# wrong types and shapes in everyday calls
import torch

for attempt in (
    lambda: torch.tensor([[1, 2], [3]]),
    lambda: torch.tensor("abc"),
    lambda: torch.tensor(None),
    lambda: torch.ones(2) + "a",
    lambda: torch.ones(2).view(3),
    lambda: torch.zeros(2, 3).sum(5),
    lambda: torch.ones(2, 3)[5],
    lambda: torch.ones(-1),
    lambda: torch.ones(2).reshape(3, -1),
    lambda: torch.cat([]),
    lambda: torch.stack([]),
    lambda: torch.arange(0, 5, 0),
    lambda: torch.eye(-1),
    lambda: torch.ones(2).squeeze(3),
    lambda: torch.ones(2, 2).transpose(0, 3),
    lambda: torch.from_numpy([1]),
    lambda: torch.ones(3).max(2),
    lambda: torch.zeros(0).max(),
    lambda: torch.zeros(0).argmax(),
    lambda: torch.ones(2).item(),
):
    try:
        print(attempt())
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])
for attempt in (
    lambda: torch.cdist(torch.ones(2), 3), lambda: torch.cdist(torch.ones(2), torch.ones(2), "2"),
    lambda: torch.cdist(torch.ones(2), torch.ones(2), compute_mode="fast"),
    lambda: torch.nn.functional.elu(3, inplace=True),
    lambda: torch.nn.functional.relu(3, inplace=True),
    lambda: torch.nn.functional.rrelu(3), lambda: torch.nn.functional.alpha_dropout(3),
    lambda: torch.nn.functional.dropout(3, inplace=True),
    lambda: torch.nn.functional.cross_entropy(torch.tensor(0.5), torch.tensor(0.5)),
    lambda: torch.nn.functional.cross_entropy(torch.tensor(0.5), torch.tensor(0)),
):
    try:
        print(attempt())
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])
# parentheses forgotten: torch's methods are C's but for some
x = torch.ones(2)
print(x.norm, x.unique, x.__len__)
for attempt in (
    lambda: torch.tensor([x.item]), lambda: torch.sum(x.mean), lambda: x.add(x.sum),
    lambda: torch.zeros(x.size), lambda: torch.cat([x.sum, x]), lambda: x[x.sum],
    lambda: x.__setitem__(0, x.sum), lambda: torch.tensor(x.norm), lambda: torch.matmul(x, x.t),
):
    try:
        print(attempt())
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])
