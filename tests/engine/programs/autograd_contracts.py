# what autograd promises at its edges: gradient edges, zeros for None, kept references, generators
import torch
from torch.autograd.graph import GradientEdge, allow_mutation_on_saved_tensors, get_gradient_edge


def shown(ask):
    try:
        print(ask())
    except Exception as error:
        print(type(error).__name__, error)


x, y = (torch.ones(2, requires_grad=True).clone() for _ in range(2))
edge_x, edge_y = (GradientEdge(t.grad_fn, t.output_nr) for t in (x, y))
total = x.clone().sum()


def grads(of, *inputs, **options):
    return torch.autograd.grad(of, inputs, allow_unused=True, retain_graph=True, **options)


shown(lambda: grads(total, edge_x, y, materialize_grads=True))
shown(lambda: grads(total, x, edge_y))
shown(lambda: grads(total, x, edge_y, materialize_grads=True))
leaf = torch.ones(2, requires_grad=True)
edge, out = get_gradient_edge(leaf), leaf.clone()
with torch.no_grad():
    leaf.set_(torch.zeros(2))
shown(lambda: torch.autograd.grad(out.sum(), leaf, retain_graph=True))
shown(lambda: torch.autograd.grad(out.sum(), edge))
a, b = torch.tensor(0.5, requires_grad=True), torch.tensor(2.0, requires_grad=True)
first = torch.autograd.grad(a * b, a, create_graph=True)
second = grads(first[0], a, create_graph=True, materialize_grads=True)
print(second, grads(second[0], a, materialize_grads=True))


def accumulated(grad, seed, create_graph):
    p = torch.tensor([1.5, 1.5], requires_grad=True)
    p.grad = grad
    kept = p.grad
    p.backward(seed, create_graph=create_graph)
    return kept is p.grad, p.grad


def sparse():
    return torch.sparse_coo_tensor(torch.tensor([[1, 1]]), torch.tensor([1.0, 1.0]), (2,))


def dense():
    return torch.tensor([1.5, 1.5])


for create_graph in (False, True):
    for grad in (sparse, dense, lambda: None):
        for seed in (sparse, dense):
            shown(lambda: accumulated(grad(), seed(), create_graph))

x = torch.ones(2, requires_grad=True)
for name in ("grad", "data", "requires_grad", "_backward_hooks", "grad_fn", "is_leaf", "shape",
             "dtype", "_version", "output_nr", "T", "device"):
    shown(lambda: delattr(x, name))
    shown(lambda: setattr(x, name, "text"))

with torch.inference_mode():
    made = torch.ones(2, 3, requires_grad=True)
    shown(lambda: made.resize_(3).requires_grad)
    shown(lambda: torch.autograd.graph.increment_version(made))
shown(lambda: torch.autograd.graph.increment_version(made))
view = made.view(-1)
print(view.is_inference(), view.requires_grad, view._is_view(), view.is_leaf)

# --- saved tensors that may be changed ---------------------------------------------------------


def squared():
    p = torch.ones(2, requires_grad=True)
    copy = p.clone()
    out = (copy**2).sum()
    copy.sin_()
    return p, out


with allow_mutation_on_saved_tensors():
    p, out = squared()
    out.backward()
    print(p.grad)
    shown(lambda: allow_mutation_on_saved_tensors().__enter__())
    p, late = squared()
shown(lambda: late.backward())
with allow_mutation_on_saved_tensors():
    shown(lambda: late.backward())

# --- generators that run in a grad mode of their own -------------------------------------------


@torch.no_grad()
def counting(told):
    count = 0
    while True:
        try:
            count = (yield count, torch.is_grad_enabled()) or count + 1
        except ValueError as error:
            told.append((str(error), torch.is_grad_enabled()))
        except GeneratorExit:
            told.append(("closed", torch.is_grad_enabled()))
            raise


told = []
steps = counting(told)
print(next(steps), next(steps), steps.send(7), torch.is_grad_enabled())
print(steps.throw(ValueError("thrown")), next(steps), torch.is_grad_enabled())
shown(lambda: steps.throw(KeyError("leaves")))
print(told, torch.is_grad_enabled())
steps = counting(told)
next(steps)
steps.close()
print(told, torch.is_grad_enabled())
