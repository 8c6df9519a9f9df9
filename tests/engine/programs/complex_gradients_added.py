# Complex gradients that meet are multiplied by 1 first, which shows in NaN and infinities
import torch

nan, inf = float("nan"), float("inf")
for value in (complex(nan, 0), complex(inf, 0), complex(0, nan), complex(inf, 1)):
    for shape in ((), (3,), (2, 2)):
        seed = torch.full(shape, value)
        x = torch.ones(shape, dtype=torch.complex64, requires_grad=True)
        x.backward(torch.ones_like(x))
        x.backward(seed)
        print(x.grad)
        x = torch.ones(shape, dtype=torch.complex128, requires_grad=True)
        y = x * 1
        (y + y * 1 + x).backward(seed.to(torch.complex128))
        print(x.grad)

try:
    x = torch.ones(2, 3, requires_grad=True)
    a = x * 2
    with torch.no_grad():
        stale = a[0]
    a.mul_(2)
    torch.tensordot(stale, a, 3)
except RuntimeError as error:
    print(error)

for numbers in (torch.empty(0, dtype=torch.long), torch.empty(0, dtype=torch.bool),
                torch.empty(0, dtype=torch.complex64)):
    print(torch.bernoulli(numbers), torch.bernoulli(numbers, 0.5), numbers.bernoulli_(),
          torch.distributions.Bernoulli(probs=numbers, validate_args=False).sample())
for run in (lambda: torch.bernoulli(torch.ones(2, dtype=torch.long)),
            lambda: torch.bernoulli(torch.ones(2, dtype=torch.complex64), 0.5)):
    try:
        print(run())
    except NotImplementedError as error:
        print(error)
