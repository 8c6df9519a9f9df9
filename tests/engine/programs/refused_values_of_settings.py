"""Tolerances, orders, lengths and switches that torch refuses, and views of other widths."""

import torch


def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


x = torch.arange(6.0).view(3, 2)
for call in (
    lambda: torch.cdist(x, x, p=-1), lambda: torch.pdist(x, p=-1),
    lambda: torch.isclose(x, x, rtol=-1), lambda: torch.isclose(x, x, atol=-0.25),
    lambda: torch.allclose(x, x, rtol=float("nan")), lambda: torch.allclose(x, x, atol=-1e-8),
    lambda: torch.isclose(x, x.double(), atol=-1),
    lambda: torch.set_num_threads(0), lambda: torch.set_num_threads(True),
    lambda: torch.set_num_interop_threads(-1), lambda: torch.set_num_threads("a"),
    lambda: torch.set_float32_matmul_precision("x"), torch.get_float32_matmul_precision,
    lambda: torch.set_float32_matmul_precision(3),
    lambda: torch.no_grad(3)(4),
    lambda: torch.special.zeta(1, 2), lambda: torch.special.xlogy(1, 2),
    lambda: torch.special.xlog1py(1.0, 2), lambda: torch.special.hermite_polynomial_h(1.0, 2),
    lambda: torch.ones(2).resize_(-1), lambda: torch.ones(2, requires_grad=True).resize_(-1),
    lambda: torch.backends.mkldnn.is_available(), lambda: torch.backends.openmp.is_available(),
):
    told(call)
print(torch.backends.mkldnn.enabled, torch.backends.mkldnn.deterministic)

for tensor in (torch.ones(3, 2).T, torch.ones(6)[1:5], torch.ones(6)[2:], torch.ones(4, 4)[:, :2],
               torch.ones(4, 3)[:, :2], torch.ones(4, 4)[:, ::2], torch.ones(1, 2).expand(3, 2),
               torch.ones(2, 1).expand(2, 2), torch.ones(2, 2, dtype=torch.float64).T):
    for dtype in (torch.int64, torch.int16, torch.int32):
        told(lambda: tensor.view(dtype))

data = torch.ones(3)
for other in (torch.eye(2).to_sparse(), torch.eye(2).to_sparse_csr(), torch.ones(2, device="meta")):
    told(lambda: setattr(data, "data", other))
told(lambda: setattr(torch.eye(2).to_sparse(), "data", data))
print(data)

signal = torch.arange(8.0)
spectrum = torch.stft(signal, 4, window=torch.ones(4), return_complex=True)
print(torch.istft(spectrum, 4))
print(x.__repr__(tensor_contents="<x>"), torch.ones(0, 3).__repr__(tensor_contents="none"))
told(lambda: torch.autograd.gradcheck(
    lambda t: t.abs().sqrt(), torch.tensor([0.0, 4.0], dtype=torch.double, requires_grad=True)))
