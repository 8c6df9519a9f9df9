# What the functions of torch.linalg, fft and special do not take is refused, though it would do.
import torch

x, eye = torch.tensor([1.0, 2.0]), torch.eye(2)
for wrong in (
    lambda: torch.special.gammainc(x, 2.5),
    lambda: torch.special.log_softmax(x, 0, torch.float64),
    lambda: torch.linalg.svd(eye, 1),
    lambda: torch.linalg.svd(eye, full_matrices=1),
    lambda: torch.linalg.cholesky(eye, upper=1),
    lambda: torch.linalg.eigh(eye, 1),
    lambda: torch.linalg.qr(eye, True),
    lambda: torch.linalg.matrix_power(eye, 2.0),
    lambda: torch.linalg.vector_norm(x, [2]),
    lambda: torch.linalg.solve(eye, 2),
    lambda: torch.linalg.norm(x, dim="a"),
    lambda: torch.fft.fft(x, 2.0, 0),
    lambda: torch.fft.fft(x, dim=0.0),
    lambda: torch.special.round(x, 1),
):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, error)
print(torch.special.log_softmax(x, 0, dtype=torch.float64), torch.special.zeta(x, 2.5))
print(torch.linalg.matrix_power(eye, torch.tensor(2)), torch.fft.fft(x, torch.tensor(2)))
