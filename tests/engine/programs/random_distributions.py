# exponential, multinomial, geometric and the rest
import torch

torch.manual_seed(5)
print(torch.empty(3).exponential_(), torch.empty(3).cauchy_(), torch.empty(3).log_normal_(0, 0.5))
print(torch.empty(4).geometric_(0.3), torch.empty(4).random_(0, 10), torch.empty(3).bernoulli_(0.3))
print(torch.multinomial(torch.tensor([0.1, 0.2, 0.7]), 2))
print(torch.multinomial(torch.tensor([0.1, 0.9]), 5, replacement=True))
print(
    torch.normal(torch.tensor([0.0, 10.0]), torch.tensor([1.0, 0.1])),
    torch.normal(2.0, 1.0, size=(2,)),
)

# bounds and dtypes that are refused, of what is empty, too
for name, arguments in (
    ("uniform_", (0, float("inf"))), ("uniform_", (-1e39, 0)), ("cauchy_", (0, -1)),
    ("random_", (3, 1)),
    ("exponential_", (-1,)), ("geometric_", (3,)), ("normal_", (0, -1)), ("cauchy_", ()),
):
    for dtype in (torch.float32, torch.int64):
        try:
            print(name, getattr(torch.zeros(0, dtype=dtype), name)(*arguments))
        except (RuntimeError, NotImplementedError) as error:
            print(name, error)
print(torch.zeros(4).random_(to=4))
for count, dtype in ((257, torch.uint8), (3000, torch.float16), (3, torch.bool)):
    try:
        torch.randperm(count, dtype=dtype)
    except (RuntimeError, NotImplementedError) as error:
        print(error)
print(torch.poisson(torch.tensor([1e7, float("inf")])))  # as C++ casts what has no room
