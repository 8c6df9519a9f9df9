# short-time spectra and back, finite differences, histograms, windows
import torch

t = torch.arange(32.0)
signal = torch.sin(t / 2)
window = torch.hann_window(8)
S = torch.stft(signal, n_fft=8, hop_length=4, window=window, return_complex=True)
print(S.shape, S.abs()[:, 3], S.dtype)
print(
    torch.allclose(
        torch.istft(S, n_fft=8, hop_length=4, window=window, length=32), signal, atol=1e-5
    )
)
print(torch.stft(signal, 8, window=window, center=False, return_complex=True).shape)
print(
    torch.stft(signal.view(2, 16), 8, window=window, normalized=True, return_complex=True)[
        1, 2
    ].abs()
)
print(torch.stft(signal, 8, window=window, onesided=False, return_complex=True).shape)
print(torch.view_as_real(S).shape, torch.kaiser_window(6), torch.kaiser_window(4, False, beta=5.0))
x = torch.tensor([1.0, 2.0, 4.0, 8.0, 16.0], requires_grad=True)
(g,) = torch.gradient(x)
print(g, torch.gradient(x, spacing=0.5, edge_order=2))
g.pow(2).sum().backward()
print(x.grad)
print(torch.gradient(torch.arange(9.0).view(3, 3) ** 2, dim=1))
print(torch.gradient(torch.arange(12.0).view(3, 4) ** 2, spacing=(1.0, 2.0)))
places = torch.tensor([0.0, 1.0, 3.0, 4.0, 7.0])
print(
    torch.gradient(x.detach(), spacing=(places,)),
    torch.gradient(x.detach(), spacing=(places,), edge_order=2),
)
data = torch.tensor([1.0, 2.0, 1.0, 4.0, 3.5])
print(torch.histogram(data, 4), torch.histogram(data, bins=2, range=(0.0, 4.0), density=True))
print(torch.histogram(data, torch.tensor([0.0, 2.0, 3.0, 5.0]), weight=torch.ones(5) * 2))
print(torch.histogramdd(torch.tensor([[0.0, 1.0], [1.0, 2.0], [1.5, 0.5]]), bins=[2, 2]))
print(
    torch.histc(data, bins=3), torch.histc(data, 2, 0, 4), torch.bincount(torch.tensor([1, 2, 1]))
)
for call in (
    lambda: torch.stft(signal, 8),
    lambda: torch.gradient(torch.ones(1)),
    lambda: torch.gradient(torch.ones(2, 2), spacing=(1.0,)),
):
    try:
        call()
    except RuntimeError as error:
        print(error)
print(torch.histogram(torch.tensor([1.0, 2.0, 1.0, 5.0]), density=True).hist[:3])
print(torch.linspace(0, 0.99, 1001).histc(10, 0, 0.99))
print(torch.arange(116.0, 129).histc(151, 0, 151)[110:])
for bins, low, high in ((2, -1e-46, 0.0), (5, 2, 1), (0, 0, 1), (3, 0, float("inf"))):
    try:
        print(torch.full((4,), 1e-6).histc(bins, low, high))
    except RuntimeError as error:
        print(error)
for x in (torch.tensor(1.0), torch.ones(2), torch.ones(2, 1), torch.ones(3, 3)):
    for options in ({}, {"dim": -1}, {"dim": (0, 0)}, {"edge_order": 3}, {"spacing": (1.0, 2.0)},
                    {"dim": ()}, {"spacing": 2.0, "dim": 1}, {"edge_order": 2}):
        try:
            print(torch.gradient(x, **options))
        except (RuntimeError, IndexError) as error:
            print(type(error).__name__, error)

# the last slope of an uneven grid is summed from the grid's beginning
heights, grid = torch.tensor([1.0, 2.0, 4.0, 7.0, 11.0]), torch.tensor([0.0, 0.1, 0.3, 0.35, 1.0])
print(torch.gradient(heights, spacing=(grid,), edge_order=2)[0].tolist())
