# the steps of which torch makes the gradients of gradients, some edges deep
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")
torch.manual_seed(0)


def names(node, depth):
    if node is None or not depth:
        return "."
    below = ",".join(names(each, depth - 1) for each, _ in node.next_functions)
    return f"{node.name().removesuffix('Backward0').removeprefix('torch::autograd::')}({below})"


def t(*shape):
    return torch.rand(shape, dtype=torch.double, requires_grad=True)


def shown(name, function, *leaves):
    grads = torch.autograd.grad(function(*leaves).pow(2).sum(), leaves, create_graph=True)
    for g in grads:
        print(name, names(g.grad_fn, 6))
    again = [g for g in grads if g.requires_grad]
    try:
        again = torch.autograd.grad(sum(g.cos().sum() for g in again), leaves, allow_unused=True)
        print("  ", [None if g is None else f"{g.sum():.4f}" for g in again])
    except RuntimeError as error:
        print("  ", str(error)[:80])


mask = torch.tensor([True, False, True])
shown("mish", F.mish, t(3))
for reduction in ("mean", "sum", "none"):
    shown("kl_div", lambda a, b: F.kl_div(a, b, reduction=reduction), t(3, 2), t(3, 2))
shown("kl_div of logs", lambda a, b: F.kl_div(a, b, log_target=True), t(3, 2), t(3, 2))
shown("poisson", lambda a, b: F.poisson_nll_loss(a, b, full=True), t(3), t(3))
labels = torch.tensor([[1, 2]])
shown("ctc", lambda a: F.ctc_loss(a.log_softmax(-1), labels, (4,), (2,)), t(4, 1, 3))
for weights in ((1,), (3,), ()):
    shown(f"prelu {weights}", F.prelu, t(2, 3), t(*weights))
shown("prelu of a row", F.prelu, t(2), t())
for name in ("i0", "i0e", "i1", "i1e", "entr", "ndtri"):
    shown(name, getattr(torch.special, name), t(3))
near = torch.tensor([0.0, 1e-18, -0.5], requires_grad=True)
for name in ("i1", "i1e"):
    (slope,) = torch.autograd.grad(getattr(torch.special, name)(near).sum(), near)
    print(name, slope)
shown("logit", torch.logit, t(3))
shown("logit within", lambda a: torch.logit(a, 0.1), t(3))
shown("mvlgamma", lambda a: torch.mvlgamma(a + 2, 2), t(3))
shown("frexp", lambda a: torch.frexp(a)[0], t(3))
shown("nextafter", torch.nextafter, t(3), t(3))
shown("addcdiv", lambda a, b, c: torch.addcdiv(a, b, c, value=2), t(3), t(3), t(3))
shown("addmv", lambda a, b, c: torch.addmv(a, b, c, alpha=2), t(3), t(3, 2), t(2))
shown("addbmm", torch.addbmm, t(3, 2), t(2, 3, 4), t(2, 4, 2))
shown("masked_fill", lambda a, b: a.masked_fill(mask, b), t(3), t())
shown("masked_scatter", lambda a, b: a.masked_scatter(mask, b), t(3), t(4))
shown("cumprod", lambda a: a.cumprod(0), t(3))
shown("logcumsumexp", lambda a: a.logcumsumexp(0), t())
shown("renorm", lambda a: a.renorm(2, 0, 0.1), t(2, 3))
shown("attention", lambda a: F.scaled_dot_product_attention(a, a, a), t(1, 2, 3, 4))
rows = torch.eye(3, dtype=torch.double) * 2
for name in ("inv", "pinv", "eigvalsh", "cond"):
    shown(f"linalg.{name}", lambda a: getattr(torch.linalg, name)(a + rows), t(2, 3, 3))
shown("linalg.solve", lambda a, b: torch.linalg.solve(a + rows, b), t(2, 3, 3), t(2, 3, 1))

some, each = torch.tensor([0, 2]), torch.tensor([[0, 1], [1, 1]])
for way in ("mean", "amax", "prod"):
    for kept in (True, False):
        shown(f"index_reduce {way} {kept}", lambda a, b: a.index_reduce(
            0, some, b, way, include_self=kept), t(3, 2), t(2, 2))
        shown(f"scatter_reduce {way} {kept}", lambda a, b: a.scatter_reduce(
            0, each, b, way, include_self=kept), t(3, 2), t(2, 2))
shown("index_add", lambda a, b: a.index_add(0, some, b, alpha=2), t(3, 2), t(2, 2))
shown("index_copy", lambda a, b: a.index_copy(0, some, b), t(3, 2), t(2, 2))
for sides in ((3, 3), (2, 3, 3), (1, 1)):
    shown(f"det {sides}", lambda a: torch.linalg.det(a + torch.eye(sides[-1])), t(*sides))
