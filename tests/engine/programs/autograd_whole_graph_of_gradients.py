# what a backward leaves behind under create_graph: every node, its edges and what it saved
import torch
import torch.nn.functional as F


def told(value):
    if isinstance(value, torch.Tensor):
        return f"{tuple(value.shape)}{'*' if value.requires_grad else ''}"
    return f"({', '.join(map(told, value))})" if isinstance(value, tuple) else repr(value)


def show(name, made, wanted):
    grads = torch.autograd.grad(made, wanted, torch.ones_like(made), create_graph=True)
    numbers, waiting = {}, []

    def number(node):
        if node is not None and node not in numbers:
            numbers[node] = len(numbers)
            waiting.append(node)
        return numbers.get(node, "-")

    print(name, [(number(g.grad_fn), g.output_nr) for g in grads])
    for node in waiting:
        edges = [(number(to), nr) for to, nr in node.next_functions]
        kept = {k[7:]: told(getattr(node, k)) for k in sorted(dir(node)) if k[:7] == "_saved_"}
        print(" ", numbers[node], node.name(), edges, kept)
    return grads


torch.manual_seed(0)
x, w, b, kernel, across = (
    torch.randn(*shape, dtype=torch.float64, requires_grad=True)
    for shape in ((2, 4, 3, 3), (4,), (4,), (2, 4, 2, 2), (4, 2, 2, 2)))
every = {
    "conv": (F.conv2d(x, kernel, b[:2], padding=1), [x, kernel]),
    "conv of data": (F.conv2d(x.detach(), kernel), [kernel]),
    "transposed": (F.conv_transpose2d(x, across, stride=2), [x, across]),
    "batch": (F.batch_norm(x, None, None, w, b, training=True), [x, w, b]),
    "kept": (F.batch_norm(x, w.detach(), w.detach() ** 2, w, b), [x, w, b]),
    "layer": (F.layer_norm(x[:, :, 0, 0], (4,), w, b), [x, w, b]),
    "group": (F.group_norm(x, 2, w, b), [x, w, b]),
    "plain group": (F.group_norm(x, 2), [x]),
    "prelu": (F.prelu(x, w), [x, w]),
    "relu": (x.relu(), [x]), "selu": (F.selu(x), [x]),
    "loss": (F.mse_loss(w, b), [w, b]), "huber": (F.smooth_l1_loss(w, b, beta=2), [w, b]),
    "square": (w**2, [w]), "cube": (w.pow(3), [w]), "log": (w.abs().log10(), [w]),
    "row": (x[:, 1], [x]), "last": (x[..., -1], [x]), "part": (w[1:3], [w]),
    "places": (w[[0, 0, 2]], [w]), "pad": (F.pad(w, (1, 2)), [w]),
    "sum": (x.sum(-1), [x]), "turned": (torch.linalg.inv(kernel[0, 0]), [kernel]),
    "cubic norm": (torch.linalg.vector_norm(w, 3, keepdim=True), [w]),
    "low norm": (torch.linalg.vector_norm(w, 1.5, keepdim=True), [w]),
    "rms": (F.rms_norm(kernel, (2, 2)), [kernel]),
    "mirrored": (F.pad(x, (-1, 2, 1, 1), mode="replicate"), [x]),
    "arcosh": ((b.abs() + 1).acosh(), [b]),
    "written": ((w * 2).sin_().mul_(b).pow_(3), [w, b]),
    "chunk": (torch.chunk(x, 2, -1)[0], [x]),
}
for name, (made, wanted) in every.items():
    show(name, made, wanted)

# through the one node again
for name in ("conv", "transposed", "batch", "kept", "layer", "group", "prelu"):
    made, wanted = every[name]
    first = torch.autograd.grad((made**3).mean(), wanted, create_graph=True)
    second = torch.autograd.grad(sum((g * g).sum() for g in first), wanted, allow_unused=True)
    print(name, [g if g is None else g.flatten()[:6] for g in second])
group = F.group_norm(x, 2)
means = group.grad_fn._saved_result1
print(means.shape, means.grad_fn is group.grad_fn, means.output_nr)

# several gradients that come together keep their history, of complex and short numbers too
for kind in (torch.complex64, torch.float16, torch.bfloat16):
    z = torch.arange(4).to(kind).requires_grad_()
    ones = [torch.ones(2, dtype=kind, requires_grad=True) for _ in range(2)]
    print(torch.autograd.grad(z.split(2), z, ones, create_graph=True))
