# what made the gradients of losses and layers, where they have a history
import torch
import torch.nn.functional as F


def chain(node, depth=0):
    if node is None or depth > 2:
        return "."
    inner = ",".join(chain(each, depth + 1) for each, _ in node.next_functions)
    return f"{node.name()}({inner})" if inner else node.name()


def shown(function, *values):
    leaves = [torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in values]
    made = function(*leaves)
    for grad in torch.autograd.grad((made * made).sum(), leaves, create_graph=True):
        print(grad, chain(grad.grad_fn))


x, target, weight = [[0.2, 0.6], [0.3, 0.9]], [[0.1, 0.5], [1.0, 0.0]], [2.0, 0.5]
for reduction in ("mean", "sum", "none"):
    options = {"reduction": reduction}
    shown(lambda a, b: F.binary_cross_entropy(a, b, **options), x, target)
    shown(lambda a: F.binary_cross_entropy_with_logits(a, torch.ones(2, 2).double(), **options), x)
    shown(lambda a, b: F.binary_cross_entropy_with_logits(a, b, **options), x, target)
    shown(lambda a, w: F.binary_cross_entropy_with_logits(
        a, torch.eye(2).double(), pos_weight=w.detach(), **options) + 0 * w.sum(), x, weight)
system = [[2.0, 1.0], [0.5, 3.0]]
shown(torch.linalg.solve, system, [1.0, 2.0])
shown(lambda a, b: torch.linalg.solve(a, b, left=False), system, [[1.0, 2.0]])
shown(F.silu, x)
shown(torch.atanh, x)
shown(torch.lerp, x, target, x)
for function in (lambda a, w, b: F.layer_norm(a, (2,), w, b), lambda a, w, b: F.layer_norm(
        a, (2, 2), torch.stack([w, w]), torch.stack([b, b]))):
    a, w, b = [torch.tensor(value, requires_grad=True) for value in (x, weight, [0.1, 0.2])]
    made = function(a, w, b).pow(3).sum()
    for grad in torch.autograd.grad(made, (a, w, b), create_graph=True):
        print(grad.grad_fn.name(), grad.detach())

# what is complex cannot go back to a real number, unless nobody asks for it there
real, other = torch.tensor(4.75, requires_grad=True), torch.tensor([3 + 1.5j], requires_grad=True)
moved = (real * 2).dist(other)
print(torch.autograd.grad(moved, other, retain_graph=True))
for leaves in (real, (real, other)):
    try:
        print(torch.autograd.grad(moved, leaves, retain_graph=True))
    except RuntimeError as error:
        print(str(error)[:120])
