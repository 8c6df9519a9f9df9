"""What is said where the parentheses of a call are missing, or stand where nothing is called."""

import torch

x = torch.ones(2, 3, requires_grad=True)
loss = x.sum() / 12

for mistake in (
    lambda: loss.item + 1, lambda: 0.0 + loss.item, lambda: f"{loss.item:.4f}",
    lambda: round(loss.item, 3), lambda: float(loss.item), lambda: "%.2f" % loss.item,
    lambda: x.size[0], lambda: range(x.numel), lambda: torch.zeros(x.size), lambda: x.view[2],
    lambda: loss.detach.numpy(), lambda: x * x.mean, lambda: x.sum > 1, lambda: x[x.argmax],
    lambda: max(loss.item, 2), lambda: torch.tensor(loss.item), lambda: loss.backward + 1,
    lambda: x.shape(), lambda: x.T(), lambda: x.dtype(), lambda: x.device(), lambda: x.ndim(),
    lambda: x.requires_grad(), lambda: loss.item()(), lambda: x.item.text,
):
    try:
        print(mistake())
    except (AttributeError, IndexError, RuntimeError, TypeError) as error:
        print(type(error).__name__, error)

print("Loss:", str(loss.item).split(" at ")[0], str(x.size).split(" at ")[0])
print(x.split, x.unique, loss.backward, sep="\n")
print(type(x.item).__name__, x.item.__name__, x.item.__self__ is x, x.item == x.item)
print(loss.item == loss.numel, len({x.item, x.item, x.numel}), callable(x.item))
print(list(map(x.detach().add, [1, 2]))[1])
