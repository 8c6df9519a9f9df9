# Products in torch's order, to the last bit, and of complex numbers in its steps.
import torch

_ = torch.manual_seed(0)
for kind in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.complex64,
             torch.complex128):
    for shape in ((7,), (40,), (100,), (3, 70), (70, 3), (2, 5, 20)):
        x = (1 + torch.randn(shape) * 0.1).to(kind)
        if kind.is_complex:
            x = x + 0.2j * torch.randn(shape).to(kind)
        print(x.prod().tolist(), x.prod(-1).flatten()[:3].tolist(), x.prod(0).flatten()[0].tolist())
        if x.ndim > 1:
            print(x.transpose(0, 1).prod().item(), x[:, 1:].prod(1).flatten()[0].item())
        print(x[..., ::2].prod(-1).flatten()[0].item())
none = torch.tensor(-0 - 0j)
print((-none).prod(), none.conj().prod(0), torch.tensor(-0.0).prod(), none.reshape(1).prod())
print(torch.arange(1.0, 25).prod(), torch.zeros(0, 3).prod(0), torch.tensor(3).prod(0))
