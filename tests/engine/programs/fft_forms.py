# Fourier transforms forward and back, shifts, norms, gradients
import torch

x = torch.tensor([1.0, 2.0, 0.0, -1.0], requires_grad=True)
print(torch.fft.fft(x), torch.fft.rfft(x), torch.fft.ifft(torch.fft.fft(x)).real)
print(
    torch.fft.irfft(torch.fft.rfft(x), n=4), torch.fft.fft(x, norm="ortho"), torch.fft.fft(x, n=6)
)
power = torch.fft.rfft(x).abs().pow(2).sum()
power.backward()
print(power, x.grad, torch.fft.rfft(x).grad_fn.name())
image = torch.arange(9.0).reshape(3, 3)
print(
    torch.fft.fft2(image), torch.fft.ifft2(torch.fft.fft2(image)).real, torch.fft.rfft2(image).shape
)
print(torch.fft.fftfreq(5), torch.fft.fftfreq(4, d=0.5), torch.fft.rfftfreq(6))
print(torch.fft.fftfreq(5, layout=torch.strided), torch.fft.rfftfreq(4, layout=torch.strided))
print(torch.fft.fftshift(torch.arange(5)), torch.fft.ifftshift(torch.arange(5)))
print(torch.fft.fftn(torch.ones(2, 2, 2)).shape, torch.fft.hfft(torch.ones(3)), torch.fft.ihfft(x))
a, b = torch.tensor([1.0, 2.0, 3.0, 0.0, 0.0]), torch.tensor([0.5, 1.0, 0.0, 0.0, 0.0])
print(torch.fft.irfft(torch.fft.rfft(a) * torch.fft.rfft(b), n=5))
try:
    torch.fft.fft(x, norm="wrong")
except RuntimeError as error:
    print(error)

half = torch.fft.ihfft2(torch.arange(12.0).reshape(3, 4) ** 2)
print(torch.fft.hfft2(half, (3, 4)).round().long(), torch.fft.hfftn(half, norm="ortho").shape)
print(torch.fft.ihfftn(torch.eye(3), norm="forward").shape, torch.fft.fftn(torch.ones(4), 2))
few = torch.tensor([1.0, 2.0], requires_grad=True)
for made in (
    torch.fft.fft(few, n=4), torch.fft.fft2(few.expand(2, 2), s=(3, 1)), torch.fft.hfft(few, n=4),
):
    print(made, [each and each.name() for each, _ in made.grad_fn.next_functions])
for attempt in (
    lambda: torch.fft.fft(torch.tensor(1.0)), lambda: torch.fft.fft(few, n=0),
    lambda: torch.fft.fft(few, n=-1), lambda: torch.fft.fft(torch.ones(2, 0)),
    lambda: torch.fft.irfft(torch.ones(1)), lambda: torch.fft.rfftn(torch.tensor(1.0)),
    lambda: torch.fft.fftn(torch.ones(2, 2), dim=(0, 0)),
    lambda: torch.fft.fft2(torch.ones(2, 2), s=(1,)), lambda: torch.fft.fft2(few),
    lambda: torch.fft.fftn(few.half()), lambda: torch.fft.irfft(torch.ones(1).half()),
):
    try:
        print(attempt())
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__, error)

# what is refused first: dtypes, dimensions, lengths, names of norms
for x in (torch.tensor(1.0).half(), torch.ones(2).half(), torch.tensor(1.0), torch.ones(2, 0)):
    for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
        for options in ({}, {"norm": "x"}, {"n": 0}, {"dim": 5}):
            try:
                print(getattr(torch.fft, name)(x, **options))
            except (RuntimeError, IndexError) as error:
                print(name, type(error).__name__, error)
for name in ("fftn", "rfftn", "irfftn", "hfftn", "ihfftn"):
    for options in ({}, {"norm": "x"}, {"s": (3,)}):
        try:
            print(getattr(torch.fft, name)(torch.tensor(1.0), **options))
        except (RuntimeError, IndexError) as error:
            print(name, type(error).__name__, error)
