# Random numbers in mapped functions: one draw for all slices, or the same for each
import torch
from torch.func import vmap

x = torch.arange(6.0).reshape(2, 3)


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


t(lambda: vmap(lambda a: a + torch.randn(3))(x))
for r in ("different", "same"):
    torch.manual_seed(0)
    t(
        lambda: vmap(
            lambda a: (
                torch.randn(3),
                torch.rand(2),
                torch.randint(0, 10, (2,)),
                torch.randn_like(a),
                torch.nn.functional.dropout(a),
                torch.bernoulli(torch.tensor([0.5, 0.5])),
                torch.normal(0.0, 1.0, (2,)),
                torch.randperm(3),
            ),
            randomness=r,
        )(x)
    )
torch.manual_seed(0)
t(lambda: vmap(lambda a: torch.randn(3, 10), randomness="different")(x))
t(lambda: vmap(lambda a: torch.bernoulli(a / 6), randomness="different")(x))
t(lambda: vmap(lambda a: torch.rand_like(a), randomness="same")(x))
t(lambda: vmap(lambda a: a.clone().normal_(), randomness="different")(x))
t(lambda: vmap(lambda a: torch.empty(3).normal_(), randomness="different")(x))
torch.manual_seed(1)
t(lambda: vmap(lambda a: torch.empty(3).normal_(), randomness="same")(x))
t(lambda: vmap(lambda a: a.clone().uniform_(), randomness="same")(x))
t(lambda: vmap(lambda a: torch.nn.functional.dropout(a), randomness="same")(x))
t(
    lambda: vmap(
        lambda a: vmap(lambda b: b + torch.rand(()), randomness="different")(a),
        randomness="different",
    )(x)
)
vmap(lambda a: print(a + torch.rand(3)), randomness="different", out_dims=None)(x)
