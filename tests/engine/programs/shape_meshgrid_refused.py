import torch

# A grid of what is no line: the error shows the tensor as C++ writes it.
for x in (
    torch.ones(2, 2), torch.arange(6).view(2, 3), torch.tensor([[-1.0, 2.0], [3.0, 0.0]]),
    torch.tensor([[1.5, -2e5]]), torch.tensor([[1e-4, 2.5e-3]]), torch.tensor([[2.25e6, 6.5e6]]),
    torch.tensor([[float("nan"), 1.0]]), torch.tensor([[12345678, 1]]), torch.tensor([[1.0, 1e10]]),
    torch.ones(2, 2, dtype=torch.bool), torch.zeros(2, 0), torch.arange(8.0).view(2, 2, 2) / 4,
    torch.arange(24).view(2, 2, 2, 3), torch.arange(40).view(1, 40), torch.ones(1, 2, 50),
):
    try:
        torch.meshgrid(x, indexing="ij")
    except RuntimeError as error:
        print(error)
