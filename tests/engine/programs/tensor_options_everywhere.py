# every way to make a tensor takes the same options, `requires_grad` among them
import torch

x = torch.ones(2, dtype=torch.float64)
torch.manual_seed(0)
for made in (
    torch.zeros_like(x, requires_grad=True), torch.ones_like(x, requires_grad=True),
    torch.full_like(x, 3, requires_grad=True), torch.rand_like(x, requires_grad=True),
    torch.randn_like(x, requires_grad=True, dtype=torch.float32, device="cpu"),
    torch.zeros_like(x, layout=torch.strided, memory_format=torch.preserve_format),
    x.new_zeros(2, requires_grad=True), x.new_ones((2,), requires_grad=True, dtype=torch.float32),
    x.new_full((2,), 4.0, requires_grad=True, device="cpu"), x.new_tensor([1], requires_grad=True),
    torch.zeros(2, requires_grad=True), torch.ones(2, 1, requires_grad=True, pin_memory=False),
    torch.full((2,), 1.5, requires_grad=True), torch.eye(2, requires_grad=True),
    torch.arange(2.0, requires_grad=True), torch.linspace(0, 1, 2, requires_grad=True),
    torch.logspace(0, 1, 2, requires_grad=True), torch.rand(2, requires_grad=True),
    torch.randn(2, requires_grad=True), torch.tensor([1.0], requires_grad=True),
):  # fmt: skip
    print(made, made.is_leaf)
print(torch.empty_like(x, requires_grad=True).requires_grad)
print(x.new_empty(2, requires_grad=True).requires_grad)
print(torch.randint_like(x, 5), torch.randint(0, 5, (2,), dtype=torch.float32, requires_grad=True))
for refused in (lambda: torch.randn(2, -1), lambda: torch.rand((3, -2)), lambda: torch.zeros(-1)):
    try:
        print(refused())
    except RuntimeError as error:
        print(error)
print(torch.randn((2, 0)).shape, torch.randn(()).shape, torch.rand(torch.Size([1, 2])).shape)
print(torch.ones(0).std(), torch.ones(0).var(), torch.ones(0, 2).var(0), torch.ones(2, 0).std(1))
