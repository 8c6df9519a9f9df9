# where the nodes of the gradients of layers lead, and what is given along each edge
import torch
import torch.nn.functional as F

torch.manual_seed(0)


def t(*shape):
    return torch.rand(*shape, dtype=torch.double, requires_grad=True)


def named(node):
    return "." if node is None else node.name().removesuffix("Backward0")


def shown(name, function, *leaves):
    made = function(*leaves)
    for power in (2, 1):
        grads = torch.autograd.grad(made.pow(power).sum(), leaves, create_graph=True)
        for g in grads:
            node = g.grad_fn
            print(name, power, named(node), node and [named(n) for n, _ in node.next_functions])
            if g.requires_grad and power == 2:
                print("  ", [sent(g, leaf) for leaf in leaves])


def sent(g, leaf):
    try:
        (found,) = torch.autograd.grad(g.cos().sum(), leaf, retain_graph=True, allow_unused=True)
        return None if found is None else f"{found.abs().sum():.3f}"
    except RuntimeError as error:
        return str(error)


one, five = torch.ones(3, 2, 2, 2).double(), torch.ones(1, 2, 5, 5).double()
kept = torch.ones(3).double(), torch.full((3,), 2.0).double()
shown("conv1d", F.conv1d, t(1, 2, 5), t(3, 2, 2), t(3))
shown("conv2d", F.conv2d, t(1, 2, 5, 5), t(3, 2, 2, 2))
shown("conv2d of the image", lambda x: F.conv2d(x, one), t(1, 2, 5, 5))
shown("conv2d of the weight", lambda w: F.conv2d(five, w), t(3, 2, 2, 2))
shown("conv2d of the bias", lambda b: F.conv2d(five, one, b), t(3))
shown("conv_transpose2d", F.conv_transpose2d, t(1, 2, 5, 5), t(2, 3, 2, 2), t(3))
shown("batch_norm", lambda x, w, b: F.batch_norm(x, None, None, w, b, True), t(4, 3), t(3), t(3))
shown("batch_norm alone", lambda x: F.batch_norm(x, None, None, training=True), t(4, 3))
shown("batch_norm kept", lambda x, w, b: F.batch_norm(x, *kept, w, b), t(4, 3), t(3), t(3))
shown("layer_norm", lambda x, w, b: F.layer_norm(x, (3,), w, b), t(4, 3), t(3), t(3))
shown("layer_norm by weight", lambda x, w: F.layer_norm(x, (3,), w), t(4, 3), t(3))
shown("layer_norm alone", lambda x: F.layer_norm(x, (3,)), t(4, 3))
rows = torch.tensor([[0, 1], [2, 2]])
for mode in ("mean", "sum", "max"):
    shown(f"bags {mode}", lambda w: F.embedding_bag(rows, w, mode=mode), t(5, 3))
weighed = t(2, 2)
shown("weighed bags", lambda w, p: F.embedding_bag(
    rows, w, mode="sum", per_sample_weights=p), t(5, 3), weighed)
shown("bags weighed", lambda w: F.embedding_bag(
    rows, w, mode="sum", per_sample_weights=weighed.detach()), t(5, 3))
