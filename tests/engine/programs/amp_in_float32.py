# What autocast on the CPU computes in float32, whatever it is given.
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")
L = torch.linalg
m = torch.tensor([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]]).bfloat16()
x, y = m[:2] / 4, m[0] / 4
t = (torch.arange(24.0) * 7 % 11 / 4 - 1).reshape(2, 3, 4).bfloat16()
image, volume = t.reshape(1, 1, 4, 6), t.reshape(1, 1, 2, 3, 4)
places = torch.arange(24).reshape(1, 1, 4, 6)


def tell(made):
    if isinstance(made, torch.Tensor):
        return str(made.dtype)[6:]
    return ", ".join(map(tell, made))


for line in """
fft.fft(x) fft.ifft(x) fft.fft2(x) fft.ifft2(x) fft.fftn(x) fft.ifftn(x) fft.rfft(x) fft.irfft(x)
fft.rfft2(x) fft.irfft2(x) fft.rfftn(x) fft.irfftn(x) fft.hfft(x) fft.ihfft(x)
linalg.inv(m) linalg.inv_ex(m) linalg.solve(m,m) linalg.cholesky(m) linalg.cholesky_ex(m)
linalg.qr(m) linalg.svd(m) linalg.svdvals(m) linalg.eig(m) linalg.eigvals(m) linalg.eigh(m)
linalg.eigvalsh(m) linalg.lstsq(m,m) linalg.cond(m) linalg.matrix_rank(m) linalg.tensorsolve(m,y)
linalg.householder_product(m,y) linalg.matrix_power(m,-1) linalg.lu(m) linalg.det(m)
inverse(m) cholesky(m) cholesky_inverse(m) cholesky_solve(m,m) geqrf(m) orgqr(m,y) ormqr(m,y,m)
svd(m) triangular_solve(m,m) pinverse(m) quantile(x,0.5) nanquantile(x,0.5) polar(y,y) trace(m)
view_as_complex(x[:,:2]) prod(x) median(x) cumsum(x,1) softmax(x,1)
nn.functional.max_pool3d(volume,2) nn.functional.max_pool2d(image,2)
nn.functional.adaptive_max_pool3d(volume,2) nn.functional.adaptive_max_pool2d(image,2)
nn.functional.max_unpool2d(image,places,1) nn.functional.grid_sample(image,image.reshape(1,3,4,2))
nn.functional.pad(t,(1,1),"reflect") nn.functional.pad(image,(1,1,1,1),"reflect")
nn.functional.pad(volume,(1,1,1,1,1,1),"reflect") nn.functional.pad(t,(1,1),"replicate")
nn.functional.pad(volume,(1,1,1,1,1,1),"replicate") nn.functional.pad(t,(1,1),"circular")
nn.functional.pad(t,(1,1)) nn.functional.fractional_max_pool2d(image,2,(2,2))
sparse.mm(x.float().to_sparse(),m.float())
""".split():
    for dtype in (torch.bfloat16, None):
        with torch.autocast("cpu", dtype=dtype, enabled=dtype is not None):
            try:
                print(line, tell(eval(f"torch.{line}")))
            except (RuntimeError, NotImplementedError) as error:
                print(line, type(error).__name__)

w = torch.randn(2, 2, generator=torch.Generator().manual_seed(0)).bfloat16().requires_grad_()
with torch.autocast("cpu"):
    loss = torch.linalg.inv(w).sum() + torch.fft.fft(w).abs().sum()
loss.backward()
print(loss.dtype, w.grad.dtype)
