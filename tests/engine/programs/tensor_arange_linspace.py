# ranges: ends, steps, dtypes
import torch

print(torch.arange(5))
print(torch.arange(1, 4))
print(torch.arange(1, 2.5, 0.5))
print(torch.arange(0, 1, 0.1))
print(torch.arange(5, 0, -2))
print(torch.arange(3.0))
print(torch.arange(3, dtype=torch.float32))
print(torch.linspace(0, 1, 5))
print(torch.linspace(-1, 1, 3, dtype=torch.float64))
print(torch.linspace(3, 10, steps=5))
print(torch.linspace(0, 10, 1))
print(torch.logspace(0, 2, 3))
# ends that are not finite, that are no numbers, that are complex
inf, nan = float("inf"), float("nan")
for call in (
    lambda: torch.arange(inf), lambda: torch.arange(-inf, 0), lambda: torch.arange(0, nan),
    lambda: torch.arange(0, 5, inf), lambda: torch.arange(0, 5, nan), lambda: torch.arange(3, inf),
    lambda: torch.arange(0, 5, -inf), lambda: torch.arange(2.5, 0), lambda: torch.arange(3, 3, -1),
    lambda: torch.linspace(torch.ones(2), 3, 4), lambda: torch.linspace(0, torch.ones(1), 4),
    lambda: torch.linspace(torch.ones(2, 2), torch.ones(1), 3), lambda: torch.linspace(0, 1j, 4),
    lambda: torch.linspace(1 + 1j, 2 - 3j, 5), lambda: torch.linspace(torch.tensor(1j), 2, 3),
    lambda: torch.linspace(0, 1j, 3, dtype=torch.double), lambda: torch.logspace(0, 1j, 3),
    lambda: torch.linspace(0, 1j, 3, dtype=torch.cdouble), lambda: torch.linspace(0, 1j, 1),
):
    try:
        print(call())
    except RuntimeError as error:
        print(error)
