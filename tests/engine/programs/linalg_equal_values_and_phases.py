# gradients of decompositions whose values repeat, and of complex vectors whose phase is free
import torch


def attempt(name, f, matrix):
    x = matrix.clone().requires_grad_()
    try:
        f(x).sum().backward()
        print(name, x.grad.isnan().all() or x.grad.abs().sum() >= 0)
    except RuntimeError as error:
        print(name, error)


torch.manual_seed(4)
twice = torch.diag(torch.tensor([1.0, 1.0, 2.0]))
for name, matrix in (("one", torch.eye(3)), ("none", torch.zeros(3, 3)), ("twice", twice)):
    for kind, f in (
        ("eigh values", lambda x: torch.linalg.eigh(x)[0]),
        ("eigh vectors", lambda x: torch.linalg.eigh(x)[1]),
        ("eigvalsh", torch.linalg.eigvalsh),
        ("svd values", lambda x: torch.linalg.svd(x)[1]),
        ("svd vectors", lambda x: torch.linalg.svd(x)[0].abs()),
        ("eig vectors", lambda x: torch.linalg.eig(x)[1].abs()),
    ):
        x = matrix.clone().requires_grad_()
        f(x).sum().backward()
        print(name, kind, x.grad)
wide = torch.randn(3, 3, dtype=torch.cdouble)
for name, matrix in (("real", wide.real), ("complex", wide), ("hermitian", wide + wide.mH)):
    attempt(f"{name} eig real", lambda x: torch.linalg.eig(x)[1].real, matrix)
    attempt(f"{name} eig abs", lambda x: torch.linalg.eig(x)[1].abs(), matrix)
    attempt(f"{name} eigh real", lambda x: torch.linalg.eigh(x)[1].real, matrix)
    attempt(f"{name} eigh abs", lambda x: torch.linalg.eigh(x)[1].abs(), matrix)
    attempt(f"{name} svd real", lambda x: torch.linalg.svd(x)[0].real, matrix)
    attempt(f"{name} svd abs", lambda x: torch.linalg.svd(x)[2].abs(), matrix)
