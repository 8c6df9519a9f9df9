# masks: where, masked_fill, masked_select, boolean indexing and their gradients
import torch

x = torch.tensor([[1.0, -2.0], [-3.0, 4.0]], requires_grad=True)
mask = x > 0
print(mask, mask.requires_grad)
for y in (
    torch.where(mask, x * 2, x * 10),
    x.masked_fill(mask, 9.0),
    x.masked_select(mask),
    x[mask],
    x * mask,
    x * mask.float(),
    x.masked_scatter(mask, torch.tensor([7.0, 8.0])),
    x[x.abs() > 5],
):
    (g,) = torch.autograd.grad(y.sum(), x)
    print(y, g)
scores = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
hidden = scores.masked_fill(torch.tensor([False, True, False]), float("-inf"))
p = hidden.softmax(0)
p[2].backward()
print(p, scores.grad)
print(torch.nonzero(mask), mask.nonzero(as_tuple=True), torch.where(mask))
