# 16-bit floats
import torch

x = torch.tensor([0.1, 1.0, 3.0, 1000.0])
for dtype in (torch.float16, torch.bfloat16):
    h = x.to(dtype)
    print(h, h * 0.1, h + 1, h / 3, (h * h).dtype, (h + x).dtype)
print(x.half() + x.bfloat16())
for kind in (torch.float16, torch.bfloat16):  # added up in float32, rounded at the end
    ones, row = torch.ones(1000, dtype=kind), torch.linspace(0.1, 2, 1000).to(kind)
    for x in (ones, row):
        print(x.sum(), x.mean(), x.cumsum(0)[-1], x.norm(), x.softmax(0).sum(), x.logsumexp(0))
        print(x.view(10, 100).sum(0).sum(), x.dist(x * 2), (x**3)[:3], (x**0.5)[:3], x.std())
    x = torch.tensor([-1.7, -0.45, 0.3, 2.9], dtype=kind, requires_grad=True)
    for y in (x.erf(), x**3, x.abs() ** 0.5, x.norm(), x.sum() ** 2):
        print(torch.autograd.grad(y.sum(), x))
y = torch.ones(2, dtype=torch.bfloat16, requires_grad=True) * 2
z = y * y
y.add_(1)
try:
    z.sum().backward()
except RuntimeError as error:
    print(error)
large = torch.full((2, 4), 60000.0, dtype=torch.float16)
print(large.sum(), large.mean(), large.mean(1), large.bfloat16().mean((0, 1)))
short = torch.tensor([7.0, -7.0], dtype=torch.float16, requires_grad=True)
brain = torch.tensor([3.0, 2.0], dtype=torch.bfloat16, requires_grad=True)
for rest in (torch.fmod, torch.remainder):
    print(rest(short, brain), torch.autograd.grad(rest(short, brain).sum(), (short, brain)))
torch.manual_seed(0)  # products are rounded once, sums take rounded numbers, factors step by step
for kind in (torch.float16, torch.bfloat16):
    a, b, c, v = (torch.randn(*shape).to(kind) for shape in ((3, 8), (8, 4), (3, 4), (4,)))
    print(a @ b, torch.nn.functional.linear(a, b.T, v), torch.mv(b.T, a[0]), torch.dot(a[0], a[1]))
    print(torch.addmm(c, a, b, beta=0.3, alpha=0.7))
    print(torch.addmv(v, b.T.contiguous(), a[0], beta=0.3, alpha=0.7))
    batches = a.expand(2, 3, 8), b.expand(2, 8, 4)
    print(torch.bmm(*batches)[0], torch.baddbmm(c, *batches)[0], torch.addbmm(c, *batches))
    print(c + 0.3, c - 0.3, 0.3 - c, c * 0.3, c / 0.3, 0.3 / c, c.abs() ** 0.3, c.prod(1))
    wide = torch.randn(2, 40).to(kind)
    print(torch.add(c, c.flip(1), alpha=0.3), torch.sub(c, v, alpha=0.3))
    print(torch.add(wide, wide.flip(1), alpha=0.3)[:, 28:36])
    print(wide.clone().add_(wide[0], alpha=-0.1)[1])
    heard = wide.clone().requires_grad_()
    functional = torch.nn.functional
    print(functional.mse_loss(heard, wide.flip(1)), functional.binary_cross_entropy(
        heard.sigmoid(), wide.flip(1).sigmoid()))
    for loss in (functional.mse_loss(heard, wide.flip(1)), functional.hardswish(heard).sum(),
                 functional.smooth_l1_loss(heard, wide.flip(1)),
                 (functional.layer_norm(heard, (40,)) * wide.flip(1)).sum()):
        print(torch.autograd.grad(loss * 0.37, heard)[0][0, :8])
print(short[0].prod(0), short.prod(0, True), torch.ones(0, dtype=torch.float16).prod(0))
