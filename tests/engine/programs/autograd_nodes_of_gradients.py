# What gradients of gradients are made of: the names of their nodes, some edges deep.
import torch
import torch.nn.functional as F


def names(node, depth):
    if node is None or not depth:
        return "."
    below = ",".join(names(each, depth - 1) for each, _ in node.next_functions)
    return f"{node.name().removesuffix('Backward0')}({below})"


EXPRESSIONS = """
x.erfinv() x.sinc() torch.special.erfcx(x) torch.special.log_ndtr(x)
torch.xlogy(x,t) torch.xlogy(t,x) torch.special.xlog1py(x,t) torch.xlogy(x,2) torch.xlogy(2,x)
torch.copysign(x,t) torch.fmax(x,t) torch.fmin(x,t) x.norm(1) x.norm(3) x.norm(dim=0)
torch.linalg.vector_norm(x,1.5) torch.linalg.vector_norm(x,0.5) F.pairwise_distance(x,t)
F.triplet_margin_loss(x,t,t*2) x.logcumsumexp(1) x.nansum() x.nansum(0) x.mv(t[0]) x.trace()
torch.block_diag(x,t) F.binary_cross_entropy_with_logits(x,t) F.poisson_nll_loss(x,t)
F.bilinear(x,t,b)
x.index_reduce(0,torch.tensor([0,0]),t[:2],"mean") x.asin() (x+1).acosh() x.tan() x.asinh()
torch.linalg.inv(s) torch.linalg.solve(s,t) torch.linalg.slogdet(s)[1] torch.logdet(s)
torch.linalg.cholesky(s@s.T) torch.linalg.qr(s)[0]*t torch.linalg.svdvals(s)
torch.linalg.svd(s)[1] torch.linalg.eigvalsh(s+s.T) torch.linalg.eigh(s+s.T)[1].abs()
torch.linalg.lu(s)[1] torch.linalg.lu(s)[2] torch.linalg.lu_factor(s)[0]
torch.linalg.matrix_norm(s,"nuc") torch.linalg.solve_triangular(s,t,upper=True)
""".split()

t = torch.tensor([[0.2, 0.4, 0.7], [0.5, 0.9, 0.3], [0.8, 0.1, 0.6]])
b = torch.full((2, 3, 3), 0.25)
leaf = torch.tensor([[0.3, 0.6, 0.1], [0.7, 0.25, 0.55], [0.15, 0.85, 0.45]], requires_grad=True)
for expression in EXPRESSIONS:
    x = leaf * 1
    s = x + 2 * torch.eye(3)
    made = eval(expression)
    (g,) = torch.autograd.grad((made * made).sum(), leaf, create_graph=True)
    print(expression, names(g.grad_fn, 4))
    (h,) = torch.autograd.grad((g * g).sum(), leaf)
    print("   ", f"{g.sum():.3f} {h.norm():.2e}")

z0 = torch.complex(leaf.detach(), t - 0.5).requires_grad_()
for name in "acos acosh asin asinh atan cosh sinh tan tanh sigmoid sinc angle".split():
    made = getattr(torch, name)(z0 * 1)
    (g,) = torch.autograd.grad((made.abs() ** 2).sum(), z0, create_graph=True)
    print(name, names(g.grad_fn, 4))
    (h,) = torch.autograd.grad((g.abs() ** 2).sum(), z0)
    print("   ", f"{g.real.sum():.3f} {g.imag.sum():.3f} {h.abs().norm():.2e}")

whole = torch.tensor([0, 1], dtype=torch.int32)
(g,) = torch.autograd.grad(F.mse_loss(leaf[0, 0], whole[0]) ** 2, leaf, create_graph=True)
print(names(g.grad_fn, 4))

# a power's exponent, of whole numbers; what was taken again of nothing has no history
(g,) = torch.autograd.grad((torch.tensor([3, 7, 2]) ** leaf).sum(), leaf, create_graph=True)
print(names(g.grad_fn, 3))
(g,) = torch.autograd.grad((torch.tensor([3, 7, 2]) ** leaf.double()).sum(), leaf)
print(g)
nothing = torch.zeros(0, requires_grad=True)
wide = nothing.expand(2, 0)
with torch.no_grad():
    nothing.add_(1)
(g,) = torch.autograd.grad((wide ** 3).sum(), nothing, create_graph=True)
print(g.requires_grad)
