import warnings

import torch
import torch.nn.functional as F


def said(run):
    """Where in its C++ torch says what it warns of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run()
    for warning in caught:
        text = str(warning.message)
        print(warning.category.__name__, text[:30], "|", text.rpartition(" internally at ")[2])


def o(*shape, **options):
    return torch.ones(*shape, **options)


torch.set_warn_always(True)  # also of what is said once in a process
mask, first = torch.tensor([True, False]), torch.tensor([0])
for run in (
    lambda: o(1).expand(2).masked_fill_(mask, 2),
    lambda: o(1).expand(2).index_fill_(0, first, 2),
    lambda: o(1).expand(2).index_put_((first,), torch.tensor(2.0)),
    lambda: torch.add(o(2), o(2), out=o(3)),
    lambda: o(3).random_(0, 2**30),
    lambda: o(3).random_(-(2**30), 0),
    lambda: o(3).index_reduce(0, first, o(1), "prod"),
    lambda: torch.cross(o(3), o(3)),
    lambda: torch.asarray(o(3, requires_grad=True)),
    lambda: torch.nn.LSTM(2, 3, proj_size=1)(o(1, 1, 2)),
    lambda: torch.lu(torch.eye(2)),
    lambda: o(3, 3)[[[0, 1], [0, 1]]],
    lambda: o(2)[torch.tensor([1, 0], dtype=torch.uint8)],
    lambda: float(o(1, requires_grad=True)),
    lambda: torch.cholesky(torch.eye(2)),
    lambda: torch.qr(torch.eye(2)),
    lambda: (o(()).T, o(3).T, o(()).mT, o(()).H, o(()).mH, o(()).adjoint()),
    lambda: o(3).scatter(0, first, o(1), reduce="add"),
    lambda: F.conv1d(o(1, 1, 4), o(1, 1, 2), padding="same"),
    lambda: F.rms_norm(o(2), (2,), o(2).double()),
    lambda: torch.triangular_solve(o(2, 1), torch.eye(2)),
    lambda: torch.chain_matmul(o(2, 2), o(2, 2)),
    lambda: torch.stft(o(16), 4, return_complex=True),
    lambda: torch.istft(torch.stft(o(16), 4, return_complex=True), 4),
    lambda: torch.add(o(2), 2, o(2)),
    lambda: torch.searchsorted(o(2, 2).t(), o(2, 2)),
    lambda: torch.searchsorted(o(2), o(4)[::2]),
    lambda: torch.cov(o(1)),
    lambda: torch.set_default_tensor_type(torch.FloatTensor),
    lambda: (torch.is_autocast_cpu_enabled(), torch.get_autocast_cpu_dtype()),
):
    said(run)
torch.set_warn_always(False)

# a mask of bytes picks again on the way back, and says so of the one line that runs the tape
x, mask = torch.arange(3.0, requires_grad=True), torch.tensor([1, 0, 1], dtype=torch.uint8)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("default")
    picked = x[mask]
    written = x * 1
    written[mask] = picked
    picked.sum().backward(retain_graph=True)
    torch.autograd.grad(written.sum(), x, create_graph=True)
print([str(warning.message)[:30] for warning in caught], x.grad)
