# the slope of every norm, and what it is at the origin; a count has none
import torch

v = torch.tensor([3.0, -4.0, 0.0], requires_grad=True)
for p in (0, 0.5, 1, 2, 3, float("inf"), float("-inf")):
    n = v.norm(p)
    (g,) = torch.autograd.grad(n, v, allow_unused=True)
    print(p, n, g)
zero = torch.zeros(2, requires_grad=True)
for p in (1, 2, 3, float("inf")):
    (g,) = torch.autograd.grad(zero.norm(p), zero)
    print(p, g)
(g,) = torch.autograd.grad(zero.pow(2).sum().sqrt(), zero)
print("by hand:", g)
m = torch.tensor([[3.0, 4.0], [0.0, 0.0]], requires_grad=True)
lengths = m.norm(dim=1, keepdim=True)
print(lengths, torch.autograd.grad(lengths.sum(), m)[0])
print(torch.nn.functional.normalize(m, dim=1))
print(torch.linalg.norm(m), torch.linalg.norm(m, 1), torch.linalg.vector_norm(m, ord=1))
print(torch.dist(v, torch.zeros(3)), torch.cdist(m, m + 1))
for one, other in ((1.0, 2.0), (2.0, 1.0)):  # the order 0 has no gradient
    x, y = torch.tensor([one]), torch.tensor([other])
    (x if one < other else y).requires_grad_()
    try:
        torch.dist(x, y, 0).backward()
        print(x.grad)
    except RuntimeError as error:
        print(error)
many = torch.linspace(-1, 1, 52).view(26, 2).requires_grad_()  # more than 25 rows: by a product
apart = torch.cdist(many, m)
print(apart.grad_fn, apart.grad_fn.next_functions[0][0], apart[:3])
(g,) = torch.autograd.grad(apart.pow(2).sum(), many, create_graph=True)
print(g[:2], torch.autograd.grad(g.sum(), many)[0][:2])
