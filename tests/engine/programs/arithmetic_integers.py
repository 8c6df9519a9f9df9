# integer arithmetic and true division
import torch

a = torch.tensor([7, -7])
print(a / 2, a // 2, a % 3, a**2)
print(a * 1.5, a + 0.5, a * 2)
print(torch.div(a, 2, rounding_mode="floor"), torch.div(a, 2, rounding_mode="trunc"))
print(torch.remainder(a, 3), torch.fmod(a, 3))
print(a & 3, a | 1, a ^ 2, ~a, a << 1, a >> 1)
print(torch.tensor(5) / torch.tensor(2), torch.tensor(5) // torch.tensor(2))
print(torch.floor_divide(a, 2), torch.true_divide(a, 2))

# where there is nothing to divide nothing is divided by 0
for divide in (torch.fmod, torch.remainder, torch.floor_divide):
    print(divide(torch.ones(0, dtype=torch.bool), torch.tensor(0)))

whole = torch.tensor([7, 4])
for name in ("fmod", "remainder"):
    by = torch.tensor([2.5, 0.5], dtype=torch.bfloat16, requires_grad=True)
    getattr(torch, name)(whole, by).sum().backward()
    print(name, by.grad)

for k in (torch.bfloat16, torch.float16, torch.float32):
    odd = torch.tensor([float("nan"), float("inf"), -float("inf"), 1.5], dtype=k)
    print(odd.nan_to_num(), odd.nan_to_num(nan=2.0, posinf=3.0), odd[0].nan_to_num())
for call in (
    lambda: torch.div(torch.tensor([1]), torch.tensor([0]), rounding_mode="trunc"),
    lambda: torch.arange(2, dtype=torch.bool),
):
    try:
        call()
    except (RuntimeError, NotImplementedError) as error:
        print(error)
