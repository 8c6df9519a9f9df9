# tangents through Fourier transforms, triangular factors, unpooling and views taken in place
import warnings

import torch
import torch.autograd.forward_ad as fw
import torch.nn.functional as F

warnings.simplefilter("ignore")


def pushed(name, function, *values):
    with fw.dual_level():
        duals = [fw.make_dual(x, torch.arange(x.numel()).reshape(x.shape).to(x.dtype))
                 for x in values]
        made = function(*duals)
        for each in made if isinstance(made, tuple) else (made,):
            tangent = fw.unpack_dual(each).tangent
            print(name, None if tangent is None else (tangent.shape, (tangent + 0).tolist()))


def told(name, function, *values):
    directions = tuple((torch.arange(x.numel()) ** 2 - 1.0).reshape(x.shape).to(x) for x in values)
    tangent = torch.func.jvp(function, values, directions)[1]
    print(name, [f"{x:.4f}" for x in (tangent + 0).flatten().tolist()])


line = torch.tensor([0.5, 2.0, -1.0, 4.0], dtype=torch.double)
for length in (None, 5, 6):
    told(f"hfft {length}", lambda x: torch.fft.hfft(x + 0j, length), line)
    told(f"irfft {length}", lambda x: torch.fft.irfft(x, length), line)
told("stft", lambda x: torch.stft(x, 4, return_complex=True, center=False).abs(), line)
told("quantile", lambda x: torch.quantile(x, 0.3), line)
told("quantile of rows", lambda x: torch.quantile(x.reshape(2, 2), 0.3, dim=1), line)

factor = torch.tensor([[2.0, 0.0], [0.5, 1.5]], dtype=torch.double)
told("cholesky_inverse", torch.cholesky_inverse, factor)
told("of the upper", lambda x: torch.cholesky_inverse(x, upper=True), factor.T.contiguous())
told("of a complex one", lambda x: torch.cholesky_inverse(x * (1 + 0j)).real, factor)
_, at = F.max_pool1d(torch.tensor([[[1.0, 3.0, 2.0]]]), 2, 1, return_indices=True)
pushed("unpool", lambda x: F.max_unpool1d(x, at, 2, 1), torch.tensor([[[4.0, 5.0]]]))
pushed("scatter", lambda x, y: torch.as_strided_scatter(x, y, (2,), (1,)), line, line[:2] * 3)
told("norm", lambda x: torch.linalg.vector_norm(x, 0), line)

row = torch.tensor([[1.0, 2.0, 3.0]])
for view in (lambda x: x.squeeze_(), lambda x: x.t_(), lambda x: x.transpose_(0, 1),
             lambda x: x.unsqueeze_(0), lambda x: x.as_strided_((2,), (1,))):
    with fw.dual_level():
        moved = fw.make_dual(row.clone(), torch.tensor([[1.0, -1.0, 0.5]])) * 2
        print(view(moved) is moved, fw.unpack_dual(moved).tangent)
        print(fw.unpack_dual(moved * 3).tangent)
