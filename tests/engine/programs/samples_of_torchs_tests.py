# arguments that torch's own tests try and lessons rarely do
import torch
import torch.nn.functional as F

torch.manual_seed(0)


def t(call):
    try:
        print(call())
    except (IndexError, RuntimeError, TypeError, ValueError) as error:
        print(type(error).__name__, error)


x = torch.randn(10)
t(lambda: torch.stft(x, 4, return_complex=False, window=torch.ones(4)).shape)
z = torch.randn(10, 2, dtype=torch.complex64)
t(lambda: torch.istft(z, 10, window=torch.ones(10)))
t(lambda: torch.istft(z, 10, window=torch.ones(10), onesided=False))
t(lambda: torch.gradient(torch.tensor([1.0, 4.0, 9.0]), spacing=None))
a = torch.randn(1, 2, 3, 3, requires_grad=True)
w = torch.randn(2, 2, 2, 3, requires_grad=True)
for step in (1, 3):
    made = F.conv_transpose2d(
        a, w, stride=(step, 2), padding=(1, 2), output_padding=(2, 3), dilation=4)
    once = torch.autograd.grad(made.pow(2).sum(), [a, w], create_graph=True)
    print([g.sum() for g in once])
    print([g.sum() for g in torch.autograd.grad(once[0].sum() + once[1].sum(), [a, w])])
t(lambda: F.avg_pool2d(torch.ones(1, 1, 4, 4), 2, stride=()))
t(lambda: F.avg_pool2d(torch.ones(1, 1, 4, 4), 2, stride=(1, 2, 3)))
one = torch.tensor(1.0, requires_grad=True)
t(lambda: one.squeeze((0,)))
t(lambda: torch.squeeze(one, dim=(0, -1)))
v = torch.tensor(2.0, requires_grad=True)
torch.zeros(3, 2).index_fill(0, torch.tensor([1, 1, 0]), v).sum().backward()
print(v.grad)
for kind, source in (
    (torch.int64, torch.tensor([3, 4])),
    (torch.uint8, torch.tensor([3, 4])),
    (torch.bool, torch.tensor([True, False])),
):
    for how in ("amax", "amin", "sum", "prod"):
        zeros = torch.zeros(3, dtype=kind)
        index = torch.tensor([0, 1])
        t(lambda: zeros.scatter_reduce(0, index, source.to(kind), how, include_self=False))
t(lambda: torch.zeros(3, dtype=int).index_reduce(
    0, torch.tensor([0, 1]), torch.tensor([3, 4]), "amin", include_self=False))
t(lambda: torch.tensor(3.0).__rmod__(torch.tensor(7.0)))
r = torch.tensor([0.5, -1.5], requires_grad=True)
print(torch.round(r), torch.round(r, decimals=0), r.round(decimals=1))
print(r.to(torch.float32, copy=True), r.to("cpu", copy=True), r.to(torch.float32) is r)

# what is refused
x = torch.zeros(2, 3, 4)
n = torch.randn(5)
for call in (
    lambda: x.movedim((2, -3), (1, 0, -1)),
    lambda: x.movedim((0, -3), (1, 0)),
    lambda: x.movedim((0, 1), (2, -1)),
    lambda: torch.hstack([]),
    lambda: torch.column_stack([]),
    lambda: torch.rot90(torch.ones(5), 1, [0]),
    lambda: F.max_pool2d(torch.ones(1, 1, 4, 4), 2, padding=-1),
    lambda: torch.eye(3, -3),
    lambda: torch.cov(n, fweights=torch.ones(5)),
    lambda: torch.cov(n, aweights=torch.ones(1)),
    lambda: torch.cov(n, fweights=-torch.ones(5, dtype=int)),
    lambda: torch.cov(n, aweights=torch.ones(5, 1)),
    lambda: F.conv1d(torch.ones(2, 2, 4), torch.ones(2, 2, 2), groups=3),
    lambda: F.multi_margin_loss(torch.ones(5, 4), n.long(), weight=torch.ones(5, 4)),
):
    t(call)

# layouts asked for with another dtype, and a copy asked for by place
rows = torch.arange(36.0).view(2, 3, 2, 3)
print(rows.double(memory_format=torch.channels_last).stride(), rows.byte().stride())
print(rows.int(memory_format=torch.channels_last)[0, :, 0, 0])
print(r.to("cpu", torch.float32, True, True), r.to(torch.float32, True, False) is r)
