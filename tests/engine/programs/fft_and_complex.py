# FFT and complex numbers
import torch

x = torch.tensor([1.0, 2.0, 3.0, 4.0])
print(
    torch.fft.fft(x), torch.fft.rfft(x), torch.fft.ifft(torch.fft.fft(x)).real, torch.fft.fftfreq(4)
)
z = torch.tensor([3 + 4j, 1 - 1j])
print(
    z.abs(), z.angle(), z.real, z.imag, z.conj(), torch.view_as_real(z), torch.complex(x[:2], x[2:])
)
print(z * 1j, z + 1, z.sum(), torch.polar(torch.tensor([1.0]), torch.tensor([0.0])))
w = torch.tensor([1 + 2j], requires_grad=True)
(w * w.conj()).real.sum().backward()
print(w.grad)
bases = torch.tensor([1 + 3j, -0.5 + 0j, 2j, -1 - 1j, 2])
whole = torch.tensor([1, 1, 3, -2, 2])
print((bases ** whole).tolist(), (bases ** 4).tolist())
far = torch.zeros(2, dtype=torch.complex64).rsqrt()
print(far.dist(torch.zeros(2)), torch.zeros(2, dtype=torch.complex64).dist(far))
