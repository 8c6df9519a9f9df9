# numbers drawn under vmap: for all slices at once, the same for each or others, by any generator
import torch
import torch.nn.functional as F
from torch.func import vmap

x, p = torch.zeros(4, 8), torch.full((4, 8), 0.5)
g = torch.Generator()


def shown(func, *args, **options):
    for randomness in ("different", "same", "error"):
        torch.manual_seed(0)
        g.manual_seed(3)
        try:
            print(vmap(func, randomness=randomness, **options)(*args))
        except RuntimeError as error:
            print(error)
        print(torch.rand(1))


shown(lambda x: torch.rand_like(x), x, in_dims=1)
shown(lambda x: torch.randint_like(x, 9), x)
shown(lambda x: torch.normal(x, 1.0), x)
shown(lambda x: torch.normal(torch.zeros(8), x + 1), x)
shown(lambda x: torch.randn(8, generator=g), x)
shown(lambda x: torch.bernoulli(x, generator=g), p)
shown(lambda x: torch.randperm(5, generator=g), x)
shown(lambda x: x.clone().bernoulli_(torch.full((8,), 0.5)), x)
shown(lambda x: torch.zeros(8).bernoulli_(x), p)
shown(lambda x: x.clone().exponential_(), x)
shown(lambda x: x.clone().random_(5), x)
shown(lambda x: torch.multinomial(x, 2), p)
shown(lambda x: torch.multinomial(torch.ones(2, 5), 3, True), p)
shown(lambda x: torch.poisson(x), p)
shown(lambda x: torch.poisson(p[0] * 4), p)
shown(lambda x: torch.binomial(x * 8, x), p)
images = torch.ones(3, 2, 3, 4)
shown(lambda x: F.dropout(x), images, in_dims=-1)
shown(lambda x: F.dropout2d(x), images)
shown(lambda x: F.alpha_dropout(x, training=True), images, in_dims=2)
shown(vmap(lambda x: x + torch.randn(4), randomness="same"), images[0])
shown(vmap(lambda x: F.dropout(x), randomness="different"), images[0])
rows = torch.arange(4.0).repeat(3, 1)
print(vmap(vmap(lambda a, b: (a == b).all(), (0, None)), (None, 0))(rows, rows))
for r in ("same", "different"):
    torch.manual_seed(0)
    print(vmap(lambda x: x + torch.randn(3), chunk_size=2, randomness=r)(torch.zeros(5, 3)))
    print(torch.rand(2))
