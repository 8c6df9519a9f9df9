# what tests of torch ask and lessons might: pickles of functions, complex spacing, mixed refusals
import pickle

import torch
import torch.nn.functional as F


def shown(ask):
    try:
        print(ask())
    except Exception as error:
        print(type(error).__name__, error)


functions = [
    torch.tanh, torch.relu, torch.sigmoid, torch.matmul, torch.einsum, torch.softmax, torch.cat,
    torch.norm, torch.split, torch.linalg.norm, torch.fft.fft, torch.special.expit,
    torch.nn.init.xavier_uniform_, F.relu, F.gelu, F.silu, F.linear, F.conv2d, F.cross_entropy,
    F.leaky_relu, F.one_hot, F.pad, F.logsigmoid,
]
print([pickle.loads(pickle.dumps(each)) is each for each in functions])
layer = torch.nn.TransformerEncoderLayer(4, 2, 8, activation=F.gelu)
print(pickle.loads(pickle.dumps(layer)).activation is F.gelu)
generator = torch.Generator()
generator.manual_seed(3)
torch.rand(5, generator=generator)
twin = pickle.loads(pickle.dumps(generator))
print(twin.initial_seed(), torch.rand(2, generator=twin), torch.rand(2, generator=generator))

shown(lambda: torch.gradient(torch.arange(4.0), spacing=2j))
shown(lambda: torch.gradient(torch.tensor([[1, 2], [4, 8.0]]), spacing=[1j, 2]))
shown(lambda: torch.multinomial(torch.empty(0, 3), 2, replacement=True))
shown(lambda: torch.ones(2)._neg_view())
shown(lambda: torch.zeros(2).map_(torch.zeros(2, 2), lambda a, b: a))
shown(lambda: torch.zeros(2, 2).map_(torch.ones(2), lambda a, b: a + b))
shown(lambda: torch.zeros(2).map2_(torch.zeros(3), torch.zeros(2), lambda a, b, c: a))
x = torch.zeros(2, 3)
shown(lambda: torch.diff(x[0], prepend=torch.zeros(1, 1)))
shown(lambda: torch.diff(x[0], append=torch.zeros(())))
shown(lambda: torch.diff(x, prepend=torch.zeros(3, 1)))
shown(lambda: torch.diff(x, prepend=torch.ones(2, 1)))
shown(lambda: torch.use_deterministic_algorithms("yes"))
shown(lambda: torch.use_deterministic_algorithms(1))

scaler = torch.amp.GradScaler("cpu")
print(scaler.get_scale(), scaler.get_growth_factor(), scaler.get_backoff_factor(),
      scaler.get_growth_interval())
scaler.set_growth_factor(3.0), scaler.set_backoff_factor(0.1), scaler.set_growth_interval(5)
print(scaler.state_dict())
for dtype in (torch.uint8, torch.int32, torch.float32, torch.bool):
    zeros, ones = torch.zeros(3, dtype=dtype), torch.ones(3, dtype=dtype)
    for alpha in (-1, 300, 2.5):
        shown(lambda: zeros.index_add(0, torch.arange(3), ones, alpha=alpha))
# A conjugate of what stands for its negative, and the parts of both.
z = torch.tensor([1 + 2j, 3 - 1j])
for turned in (z._neg_view(), z._neg_view().conj(), z.conj()._neg_view()):
    print(turned, turned.real, turned.imag, torch.view_as_real(turned.resolve_conj()))
# What counts as shared, what a context keeps, and correlations of complex numbers.
linear = torch.nn.Linear(2, 2)
print(linear.weight.is_shared(), linear.share_memory().weight.is_shared(), z.is_shared())
part = torch.arange(4.0)[:2]
print(part.share_memory_()._base.is_shared(), part.clone().is_shared(), part.storage().is_shared(),
      part.untyped_storage().is_shared(), part.data.is_shared(), (part + 1).is_shared())


class Keeps(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.k = k
        ctx.save_for_backward(x)
        print(vars(ctx))
        return x * k

    @staticmethod
    def backward(ctx, grad):
        ctx.seen = True
        print(sorted(vars(ctx)))
        return grad * ctx.k, None


kept = Keeps.apply(torch.ones(2, requires_grad=True), 3)
print(vars(kept.grad_fn), kept.grad_fn.metadata)
kept.sum().backward()
rows = torch.tensor([[1 + 2j, 3 - 1j, 2j], [2 + 0j, 1j, 1 + 1j]], requires_grad=True)
print(torch.corrcoef(rows), [f[0].name() for f in torch.corrcoef(rows).grad_fn.next_functions])
torch.corrcoef(rows).abs().sum().backward()
print(rows.grad)
