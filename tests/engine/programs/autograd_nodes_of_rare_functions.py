# which node stands behind functions of a plain number, sums over all, and ops without derivative
import torch


def chain(t):
    node, names = t.grad_fn, []
    while node is not None and len(names) < 6:
        names.append((node.name(), [k and k.name() for k, _ in node.next_functions]))
        node = next((k for k, _ in node.next_functions if k is not None), None)
    return names


x = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)
y = torch.tensor([0.5, 3.0, 1.0])
m = torch.tensor([[1.0, 2.0], [3.0, 5.0]], requires_grad=True)
for made in (
    x.xlogy(2), torch.xlogy(2, x), torch.special.xlog1py(2, x), torch.special.zeta(3, x),
    3 % x, 3 // x, x // y, x.heaviside(y), torch.rsub(x, y, alpha=2), torch.ldexp(x, y),
    torch.special.ndtr(x), x.sum(), x.sum(dim=None), x.mean(None), x.nextafter(y),
    x.sort(stable=True).values, x.sort().values, x.unique(), m.unique(dim=0),
    x.unique_consecutive(), torch.histogram(x, 3).hist, torch.trapezoid(m), m.cov(), m.corrcoef(),
    torch.cumulative_trapezoid(m), torch.gradient(x)[0], torch.vander(x), torch.combinations(x),
    torch.cat([torch.empty(0, requires_grad=True), x]),
):
    print(chain(made))
    try:
        gradients = torch.autograd.grad(made.sum(), [x, m], allow_unused=True)
        print(gradients)
    except Exception as error:
        print(type(error).__name__, error)

for values in ([0.0, 2.0, 0.0], [0.0, 2.0], [3.0, 2.0]):
    for take in (torch.Tensor.prod, lambda t: t.prod(0)):
        z = torch.tensor(values, requires_grad=True)
        made = take(z)
        print(torch.autograd.grad(made, z, torch.full_like(made, float("inf")), retain_graph=True))
        print(torch.autograd.grad(made, z, create_graph=True))
edges = torch.tensor([1.0, 2.0], requires_grad=True)
print(torch.autograd.grad(edges.clamp(edges, edges).sum(), edges))
outside = torch.tensor([-1.0, 2.0, 0.25, 1.0], requires_grad=True)
print(torch.autograd.grad(outside.logit().sum(), outside))
print(x.isclose(x)._version, x.isclose(x, rtol=0, atol=0)._version)
print(torch.polygamma(1, torch.tensor([-1.5, 0.25, 3.0])))
with torch.inference_mode():
    view, made = x[:1], x.detach().nonzero()
print(made.is_inference())
try:
    view.mul_(2)
except RuntimeError as error:
    print(error)
largest = x.max()
kept = largest.sigmoid() * largest
with torch.no_grad():
    largest.add_(1)
try:
    kept.backward()
except RuntimeError as error:
    print(error)

for write in (lambda t: t.fmod_(2), lambda t: t.remainder_(2), lambda t: t.floor_divide_(2)):
    print(chain(write(x * 1)))
for made in (largest.softmax(0), torch.nn.functional.log_softmax(largest, -1)):
    print(made._is_view(), chain(made))
whole = torch.tensor([1, 2])
print(whole.scatter_reduce(0, torch.tensor([0, 0]), whole, "mean"))
pair = m.detach().max(0)
for call in (lambda: pair > 1, lambda: pair.size, lambda: torch.sin(pair),
             lambda: torch.float32 + 1, lambda: torch.nn.functional.soft_margin_loss(y, x),
             lambda: torch.nn.functional.linear(x, torch.ones(1, 2, 3)),
             lambda: torch.nn.functional.cosine_similarity(x, m)):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
with torch.no_grad():
    v = (x[0] * 2).expand(2)  # requires grad as its base does, without an edge
for made in (v // 2, v // m[0], m[0] // v, v // y[:2], 5 // v, v.heaviside(m[0])):
    print(chain(made))
eye = torch.eye(2, requires_grad=True)
LD, pivots = torch.linalg.ldl_factor(eye.detach())
print(chain(torch.linalg.ldl_solve(LD, pivots, eye)))
# pieces that are no views to autograd
for pieces in (m.unsafe_chunk(2), m.unsafe_split(1, 1), m.unsafe_split_with_sizes([2, 0])):
    print(pieces, pieces[0]._is_view(), pieces[0].mul_(2))
for attempt in (lambda: m.unsafe_chunk(0), lambda: torch.unsafe_split_with_sizes(m, [1, 2])):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
one = torch.tensor([0.5, 0.25], requires_grad=True)
print(one.bernoulli(0.5).grad_fn.name(), torch.vdot(one, one).grad_fn.name())
print(torch.linalg.vecdot(one, one).grad_fn.name())
try:
    one.bernoulli(0.5).sum().backward()
except RuntimeError as error:
    print(error)
