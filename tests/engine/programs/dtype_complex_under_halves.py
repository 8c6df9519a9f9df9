# Complex numbers while the default dtype has 16 bits: which keep their dtype, and what has none
import numpy as np
import torch

for default in (torch.bfloat16, torch.float16):
    torch.set_default_dtype(default)
    whole, single = torch.tensor([1]), torch.tensor([1.0], dtype=torch.float32)
    double, known = single.double(), torch.tensor([1j], dtype=torch.complex64)
    print(default, (single * 1j).dtype, (double * 1j).dtype, (known + 1).dtype, (known * 1j).dtype)
    print(
        torch.full((2,), 1j).dtype,
        torch.zeros(2, dtype=complex).dtype,
        torch.ones(2).cfloat().dtype,
    )
    print(
        single.new_tensor([1]).dtype, torch.tensor(np.array([1j])).dtype, known, known.to(complex)
    )
    print(
        (whole * torch.tensor(1j, dtype=torch.complex64)).dtype, known.index_fill(0, whole - 1, 2j)
    )
    for way in (
        lambda: torch.fft.fft(whole),
        lambda: torch.fft.irfft(torch.tensor([1, 2, 3])),
        lambda: torch.fft.fft(torch.ones(2)),
        lambda: torch.zeros(2).__setitem__(0, 1j),
        lambda: torch.complex(whole, whole),
    ):
        try:
            print(way())
        except Exception as error:
            print(type(error).__name__, error)
torch.set_default_dtype(torch.bfloat16)
for way in (
    lambda: torch.tensor([1.5, 2j]),
    lambda: torch.tensor(2j),
    lambda: torch.as_tensor([[1j], [2]]),
    lambda: torch.asarray([1j]),
    lambda: torch.nn.Parameter(torch.tensor([1j])),
    lambda: torch.tensor([1]) * 1j,
    lambda: torch.linspace(0, 1j, 3),
    lambda: torch.tensor(True) + 1j,
    lambda: torch.result_type(torch.tensor([1]), 1j),
    lambda: torch.where(torch.tensor([True]), 1j, 2.0),
    lambda: torch.get_default_dtype().to_complex(),
    lambda: torch.tensor([1.0]) * 1j,
):
    try:
        print(way())
    except Exception as error:
        print(type(error).__name__, error)
