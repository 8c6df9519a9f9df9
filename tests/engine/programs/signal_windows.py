# torch.signal.windows: every window, symmetric and periodic, and what they refuse.
import torch
from torch.signal import windows as W

for name in W.__all__:
    options = {"a": [0.5, 0.3, 0.2]} if name == "general_cosine" else {}
    window = getattr(W, name)
    for M in (0, 1, 5, 8):
        for sym in (True, False):
            try:
                print(name, M, window(M, sym=sym, **options))
            except Exception as error:
                print(name, M, type(error).__name__, error)
print(W.gaussian(6, std=0.9, dtype=torch.float64), W.kaiser(4, beta=2.0), W.exponential(4, tau=2.0))
print(W.exponential(5, center=1.0, sym=False), W.general_hamming(5, alpha=0.7), torch.windows is W)
for wrong in (
    lambda: W.hann(-1), lambda: W.cosine(4, dtype=torch.float16), lambda: W.gaussian(4, std=0.0),
    lambda: W.exponential(4, tau=-1.0), lambda: W.exponential(4, center=2.0),
    lambda: W.kaiser(4, beta=-1.0), lambda: W.general_cosine(4, a=[]),
):
    try:
        wrong()
    except ValueError as error:
        print(error)
for wrong in (
    lambda: W.hann(5.5), lambda: W.bartlett(5.5), lambda: W.kaiser(5.5), lambda: W.cosine(0.5),
    lambda: torch.hann_window(4, dtype=torch.long), lambda: torch.blackman_window(-1),
):
    try:
        wrong()
    except (RuntimeError, TypeError) as error:
        print(str(error).splitlines()[0])
print(torch.hann_window(8, dtype=torch.float64), torch.kaiser_window(1), torch.bartlett_window(4))
