# gradients of gradients, by hand, three times
import torch

x = torch.tensor(2.0, requires_grad=True)
y = x**4 + x.sin()
for order in range(1, 5):
    (y,) = torch.autograd.grad(y, x, create_graph=True)
    print(order, y)
a = torch.tensor([1.0, 2.0], requires_grad=True)
f = (a[0] ** 2 * a[1] ** 3).exp().log()
(g,) = torch.autograd.grad(f, a, create_graph=True)
print(g)
hessian = torch.stack([torch.autograd.grad(g[i], a, retain_graph=True)[0] for i in range(2)])
print(hessian)


def chain(node):
    names = []
    while node is not None and len(names) < 6:
        names.append((node.name(), [k and k.name() for k, _ in node.next_functions]))
        node = next((k for k, _ in node.next_functions if k is not None), None)
    return names


x = torch.tensor([[1.0, 3.0, 2.0], [0.5, 5.0, -1.0]], requires_grad=True)
for y in (
    x**3, x[x > 0], x[[0, 1]], x / 3, 2 / x, x.norm(), x.min() * x, x.sum(0) * x.mean(), x.std(),
    torch.hypot(x, x * 2), torch.atan2(x, x * 3), torch.dist(x, x * 2), x.erf(), x.abs().rsqrt(),
    torch.fmod(x, x * 2), torch.nn.functional.mse_loss(x, x * 3), x.to(torch.complex64).abs(),
):
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    print(g, chain(g.grad_fn))
seen = lambda t: print("opened", t) or t
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach(), seen):
    for y in (x.cos() * x.sin(), torch.maximum(x.cos() * x, x.sin())):
        (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
        print(chain(g.grad_fn))
# steps that are rounded once keep infinities
i = torch.tensor([float("inf"), 1e300, 3.0], dtype=torch.float64)
print(torch.addcmul(i, i, i), torch.addcmul(i, i, i.flip(0)), torch.add(i, i, alpha=2))
print(i.lerp(i.flip(0), 0.3), torch.addcmul(i, i, i, value=1e300))
# what the gradient itself goes through, and nothing where it stays as it is
n, one = torch.tensor(3.0, requires_grad=True), torch.tensor([[2.0]], requires_grad=True)
short = x.detach().bfloat16().requires_grad_()
for t, y in (
    (x, x.squeeze()), (one, one.squeeze()), (one, one.squeeze(0)), (one, one.squeeze((0, 1))),
    (one, one.cumsum(0)), (x, x.cumsum(1)), (n, n.sort(0).values), (x, x.sort(0).values),
    (x, x.topk(2).values), (x, x.max(0).values), (x, x.median(1, keepdim=True).values),
    (x, x.repeat(1, 1)), (x, x.repeat(2, 1, 3)), (n, n.repeat(2)), (x, x.repeat(0, 1)),
    (x, x.nan_to_num()), (x, x.amax(1)), (x, x.amin((0, 1), True)), (n, n.amax(0)), (n, n.amax()),
    (x, x.aminmax(dim=0).max), (x, x.var()), (x, x.var(1)), (one, one.var(0)), (x, x.std(0, True)),
    (x, x.as_strided((2, 2), (1, 1))), (x, x.as_strided((2, 2), (3, 0))), (n, n.expand(2)[[0, 1]]),
    (x, x.diff()), (x, x.view(-1)[1:].view(5, 1)), (short, short.clamp(0, 2)),
    (short, torch.nn.functional.mse_loss(short, short * 3, reduction="sum")),
    (x, torch.atan2(x, x * 3)),
):
    w = torch.full_like(y, 2.0).requires_grad_()
    (g,) = torch.autograd.grad(y, t, w, create_graph=True)
    print(g.tolist(), g.shape, chain(g.grad_fn))

# the derivative of nan_to_num is a product; a copy of a leaf copies its gradient, which must be one
import copy

x = torch.tensor([1.0, float("inf")], requires_grad=True)
(grad,) = torch.autograd.grad((x.nan_to_num() * x).sum(), x, create_graph=True)
print([node.name() for node, _ in grad.grad_fn.next_functions], x.nan_to_num().sum())
x = torch.tensor([2.0], requires_grad=True)
(x.grad,) = torch.autograd.grad((x ** 3).sum(), x, create_graph=True)
try:
    copy.deepcopy(x)
except RuntimeError as error:
    print(error)
x.grad = torch.ones(1, requires_grad=True)
print(copy.deepcopy(x).grad)
seed = torch.ones(2, requires_grad=True)
for part in (lambda v: v[1], lambda v: v[:, 1:3].sum(0)):
    v = torch.arange(6.0).reshape(2, 3)[:, :3].clone().requires_grad_()
    out = part(v)
    start = torch.ones_like(out, requires_grad=True)
    (back,) = torch.autograd.grad(out, v, start, create_graph=True)
    print(back)
w = torch.arange(6.0).reshape(2, 3).requires_grad_()
(back,) = torch.autograd.grad(w[:, 1], w, seed, create_graph=True)
print(torch.autograd.grad(back.sum(), seed, create_graph=True))
(back,) = torch.autograd.grad(w.T[1:], w, torch.ones(2, 2, requires_grad=True), create_graph=True)
print(back.grad_fn.next_functions[0][0].name())
# the backward of a layer or a loss is one node on the tape of gradients
F = torch.nn.functional
rows = torch.tensor([[0.1, 0.7, -0.4, 0.9], [0.5, -0.2, 0.3, 0.6]]).double().requires_grad_()
goal = torch.tensor([[0.2, 0.1, 0.9, 0.4], [0.3, 0.8, 0.5, 0.7]]).double()
weight = torch.tensor([0.5, 1.0, 2.0, 1.5]).double().requires_grad_()
for layer in (
    F.hardswish, F.hardshrink, F.logsigmoid, F.glu, F.rrelu, lambda x: F.threshold(x, 0.2, 0.0),
    lambda x: F.prelu(x, weight[:1]), lambda x: F.layer_norm(x, (4,), weight, weight),
    lambda x: F.batch_norm(x, None, None, weight, weight, training=True),
    lambda x: F.batch_norm(x, weight.detach(), weight.detach(), weight, weight),
    lambda x: F.smooth_l1_loss(x, goal), lambda x: F.huber_loss(x, goal),
    lambda x: F.soft_margin_loss(x, goal.sub(0.5).sign()),
    lambda x: F.binary_cross_entropy(x.sigmoid(), goal),
    lambda x: F.cross_entropy(x, torch.tensor([1, 3]), weight.detach()),
    lambda x: F.avg_pool2d(x[None], 2), lambda x: F.max_pool2d(x[None], 2),
    lambda x: F.adaptive_avg_pool2d(x[None], 1), lambda x: F.adaptive_max_pool2d(x[None], 1),
    lambda x: F.interpolate(x[None], scale_factor=2, mode="linear"),
    lambda x: F.interpolate(x[None, None], scale_factor=2, mode="bilinear"),
    lambda x: F.pad(x[None], (1, 1), mode="reflect"),
    lambda x: F.pad(x[None], (1, 1), mode="replicate"),
):
    made = layer(rows * 1)
    (slope,) = torch.autograd.grad((made * made).sum(), rows, create_graph=True)
    node, names = slope.grad_fn, []
    while node is not None and len(names) < 4:
        names.append(node.name())
        node = next((each for each, _ in node.next_functions if each is not None), None)
    curves = torch.autograd.grad((slope * slope).sum(), [rows, weight], allow_unused=True)
    print(names, slope, curves)
# what has no second derivative says so; what has one gives it
spots = torch.tensor([0, 1])
for layer in (
    lambda x: torch.cdist(x, goal), torch.pdist, lambda x: F.multi_margin_loss(x, spots),
    lambda x: F.multilabel_margin_loss(x, torch.tensor([[0, -1, 1, 2], [1, 2, -1, 0]])),
    lambda x: torch.segment_reduce(x, "sum", lengths=spots * 0 + 1),
    lambda x: x.index_reduce(0, spots, goal, "mean"), lambda x: torch.linalg.vander(x[0]),
    lambda x: F.embedding(spots, x), lambda x: F.embedding_bag(spots[None], x),
    lambda x: torch.var_mean(x, 1)[0].mul_(2),
    lambda x: torch.select_scatter(x, goal[0], 0, 1), torch.angle, torch.bernoulli,
    lambda x: torch.matrix_power(x[:, :2], 3),
):
    made = layer((rows * rows).clamp(0.01, 0.9))
    (slope,) = torch.autograd.grad((made * made).sum(), rows, create_graph=True)
    node, names = slope.grad_fn, []
    while node is not None and len(names) < 5:
        names.append(node.name())
        node = next((each for each, _ in node.next_functions if each is not None), None)
    try:
        print(names, torch.autograd.grad((slope * slope).sum(), rows))
    except (RuntimeError, NotImplementedError) as error:
        print(names, type(error).__name__, error)
for attempt in (
    lambda: torch.linalg.vander(rows, N=1), lambda: torch.linalg.vander(rows > 0),
    lambda: torch.linalg.vander(rows.half()), lambda: torch.linalg.vander(rows, N=2).shape,
):
    try:
        print(attempt())
    except RuntimeError as error:
        print(error)

# Two gradients of one node share what both need.
y = torch.tensor([0.3, -2.0], requires_grad=True)
z = torch.tensor([1.7, 0.9], requires_grad=True)
by_y, by_z = torch.autograd.grad(torch.atan2(y, z).sum(), (y, z), create_graph=True)
print(by_y.grad_fn.next_functions[1][0] is by_z.grad_fn.next_functions[1][0])
again = torch.autograd.grad((by_y * by_z).sum(), (y, z), create_graph=True)
for g in torch.autograd.grad((again[0] * again[1]).sum(), (y, z)):
    print([round(number, 5) for number in g.tolist()])
