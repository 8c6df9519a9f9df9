# Short-time spectra, signals from them, and what has none.
import warnings

import torch

warnings.simplefilter("ignore")
x = torch.sin(torch.arange(64.0))
w = torch.hann_window(16)
half, whole = (torch.stft(x, 16, window=w, return_complex=True, onesided=o) for o in (True, False))


def show(function, *args, **options):
    try:
        made = function(*args, **options)
        print(tuple(made.shape), made.dtype, f"{made.abs().sum().item():.2f}")
    except Exception as error:
        print(type(error).__name__, error)


for args, options in (
    ((x, 16, 4, 8, w[4:12]), {}), ((x, 16), {"window": w + 0j}), ((x + 0j, 16, 4), {}),
    ((x, 16), {"window": w + 0j, "onesided": True}), ((torch.arange(3), 2), {}),
    ((torch.ones(1, 2, 3), 2), {}), ((torch.tensor(1.0), 2), {}), ((x, 100), {"center": False}),
    ((x, 0), {}), ((x, 16, 0), {"window": w}), ((x, 16, 4, 20), {}), ((x, 16, 4, 8, w), {}),
    ((x, 16), {"align_to_window": True}), ((x.double(), 16), {"pad_mode": "constant"}),
    ((x, 16, 4, 8, w[4:12]), {"center": False, "align_to_window": True}),
):
    show(torch.stft, *args, **options, return_complex=True)
show(torch.stft, x, 16), show(torch.stft, x, 16, window=w + 0j)
for args, options in (
    ((half, 16), {"window": w}), ((whole, 16), {"window": w, "return_complex": True}),
    ((half, 16), {"window": w, "return_complex": True}), ((half, 16), {"window": w, "length": 90}),
    ((half, 16), {"window": w, "length": 0}), ((half.abs(), 16), {}), ((half[:, :0], 2), {}),
    ((half[None, None], 16), {}), ((half, 18), {}), ((half, 16), {"onesided": False}),
    ((whole, 16), {"onesided": True}), ((half, 16, 0), {}), ((half, 16, 4, 18), {}),
    ((half, 16), {"window": w[:8]}), ((half, 16), {"window": w, "center": False}),
    ((whole, 16), {"window": w + 0j}), ((half, 16, 12), {"window": w + 0.5}), ((half[0], 2), {}),
):
    show(torch.istft, *args, **options)
with warnings.catch_warnings(record=True) as heard:
    warnings.simplefilter("always")
    torch.istft(half, 16, window=w, length=90), torch.istft(half, 16, window=w, length=64)
print([str(each.message)[:50] for each in heard])

for name in ("rfft", "ihfft", "rfft2", "ihfft2", "rfftn", "ihfftn"):
    show(getattr(torch.fft, name), torch.ones(2, 2) + 0j)
for frequencies in (torch.fft.fftfreq, torch.fft.rfftfreq):
    out = torch.empty(0)
    print(frequencies(7, 0.3), frequencies(6, d=0.5, out=out) is out, out, frequencies(4, 0))
    print(frequencies(6, dtype=torch.half), frequencies(0))
    show(frequencies, -1), show(frequencies, 4, dtype=torch.int64)
    show(frequencies, 4, dtype=torch.complex64)
