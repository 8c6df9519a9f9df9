# what random programs of all chapters showed: empty inputs, infinities, and where results lie
import torch
import torch.nn.functional as F


def t(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


def nodes(y):
    node, names = y.grad_fn, []
    while node is not None:
        names.append(node.name())
        node = node.next_functions[0][0] if node.next_functions else None
    return y.stride(), names


# the layers lay what they take and what they give as the batch asks for it
torch.manual_seed(1058)
x = torch.randn(2, 4, 3, 5, requires_grad=True)
for batch in (x, x.to(memory_format=torch.channels_last), x.transpose(1, 2), x[..., ::2],
              x[:, :1].expand(2, 4, 3, 5)):
    kept = torch.zeros(batch.shape[1]), torch.ones(batch.shape[1])
    for made in (F.rms_norm(batch, batch.shape[-1:]), F.group_norm(batch, 1),
                 F.batch_norm(batch, None, None, training=True), F.batch_norm(batch, *kept)):
        slope, = torch.autograd.grad(made.pow(3).sum(), batch)
        print(*nodes(made), slope.stride() if made.grad_fn.name()[0] == "N" else "",
              round(slope.abs().sum().item(), 2))

# a mean beside a deviation is found number by number
inf, nan = float("inf"), float("nan")
for numbers in ([-inf, -inf], [inf], [1, inf], [inf, 1], [nan, 1], [1, 2, -inf, 3]):
    one = torch.tensor(numbers)
    print(torch.std_mean(one, correction=0), torch.var_mean(one.expand(2, -1), 1), one.mean())
print(torch.std_mean(torch.tensor([complex(-inf, 0), complex(-inf, 0)]), correction=0))
print(torch.var_mean(torch.zeros(2, 0, dtype=torch.complex64).logsumexp(-1)))

# nothing to check, nothing to transform, nothing to choose from
def opened(kept):
    print("opened", kept)
    return kept


nothing = torch.zeros(0, dtype=torch.float64, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda kept: kept.detach(), opened):
    print(torch.autograd.gradgradcheck(lambda v: v ** 3, nothing))
for kind in (torch.bfloat16, torch.float32):
    t(lambda: torch.fft.fft2(torch.ones(2, 0, dtype=kind)))
    t(lambda: torch.fft.irfft2(torch.ones(2, 0, dtype=kind)))
    t(lambda: torch.fft.irfft(torch.ones(2, 0, dtype=kind)))
for shape in ((0,), (2, 0), (0, 0), (0, 3)):
    for rest in ({}, {"label_smoothing": 0.1}, {"reduction": "sum"}, {"weight": 1}):
        rest |= {"weight": torch.ones(shape[-1])} if "weight" in rest else {}
        empty = torch.ones(shape, requires_grad=True)
        t(lambda: (loss := F.cross_entropy(empty, torch.ones(shape), **rest),
                   loss.grad_fn.next_functions[0][0].name(), torch.autograd.grad(loss, empty)))

# complex numbers have no order, and what is read must not lie where is written
t(lambda: torch.zeros(1, 3, dtype=torch.complex64).sort(dim=0, stable=True))
for place in ((torch.tensor([0]),), (torch.tensor([5]),), (torch.tensor([0.5]),)):
    t(lambda: (v := torch.ones(2, 2)).index_put_(place, v))
    t(lambda: (v := torch.ones(2, 2)).index_put_(place, v[0], accumulate=True))
t(lambda: (v := torch.tensor([0, 1])).index_put_((v,), torch.tensor([3, 4])))
t(lambda: (v := torch.ones(2, 2, requires_grad=True)).index_put_((torch.tensor([0]),), v))

# gradients of complex numbers that overflow on the way, and of those that are shrunk
z = torch.tensor([[1 + 2j, -0.5j, 3], [1e4, -1e4, 1e4 + 1j]], requires_grad=True)
for dim in (0, 1):
    parts = torch.view_as_real(z[1 - dim:].logcumsumexp(dim))
    print(parts, torch.autograd.grad(parts[..., 0].sum() + 2 * parts[..., 1].sum(), z))
print(torch.logaddexp(torch.tensor(complex(-inf, 1)), torch.tensor(complex(-inf, 2))))
for p in (1, 1.5, 2, 3):
    shrunk = z.detach()[:1].requires_grad_()
    print(torch.autograd.grad((shrunk.renorm(p, 0, 1.5) * torch.arange(3)).sum().abs(), shrunk))

# where reductions and powers lie, and what is refused
cube = torch.randn(3, 4, 5)
for view in (cube, cube.transpose(0, 2), cube.permute(1, 2, 0), cube[:1].transpose(1, 2)):
    print(view.nanmedian(1).values.stride(), view.norm(0, 1).stride(), view.norm(inf, 1).stride(),
          view.aminmax(dim=1).min.stride(), torch.linalg.vector_norm(view, 3, 0).stride())
square = torch.randn(2, 3, 3).mT
print([torch.linalg.matrix_power(square, n).stride() for n in (0, 1, 2, 3, -1)])
table = torch.arange(12).view(3, 4)
t(lambda: torch.isin(table, table.T))
t(lambda: torch.isin(table, table[:, ::2]))
t(lambda: torch.isin(3, table.T[::2]))
flags = torch.tensor([True, False])
t(lambda: flags.square_())
t(lambda: torch.square(flags, out=torch.zeros(2, dtype=torch.bool)))
t(lambda: flags.square())
for kind in (torch.int32, torch.bool, torch.complex64, torch.float32):
    few = torch.tensor([1, 2, 3, 3]).to(kind)
    t(lambda: few.histc(3, 3, 1))
    t(lambda: few.histc(0))
    t(lambda: few.histc(3, 1, 3))
for kind in (torch.int64, torch.int32):
    found = torch.unravel_index(torch.tensor([[1, 5], [2, 0]]).to(kind), (3, 2))
    print(found, found[0].stride(), found[0].dtype)
t(lambda: torch.unravel_index(torch.tensor([0]), (6, 0)))
empty = torch.ones(2, 0, requires_grad=True)
print(nodes(F.cross_entropy(empty, torch.ones(2, 0))))
t(lambda: (v := torch.tensor(1.0)).index_put_((torch.tensor([0]),), v))
t(lambda: (v := torch.ones(2)).index_put_((torch.tensor([0]), torch.tensor([0])), v))
