# layouts and pinned memory, gradients of few entries, orders in memory of convolutions
import torch
from torch import nn
import torch.nn.functional as F

x = torch.tensor([[0.5, -1.0, 2.0], [3.0, 0.0, -0.5]], requires_grad=True)
makers = {
    "zeros": lambda **k: torch.zeros(2, 3, **k), "ones": lambda **k: torch.ones(2, 3, **k),
    "empty": lambda **k: torch.empty(2, 3, **k).shape, "eye": lambda **k: torch.eye(2, **k),
    "full": lambda **k: torch.full((2,), 1.0, **k), "arange": lambda **k: torch.arange(2, **k),
    "rand": lambda **k: torch.rand(2, **k), "randint": lambda **k: torch.randint(3, (2,), **k),
    "zeros_like": lambda **k: torch.zeros_like(x, **k), "tril": lambda **k: torch.tril_indices(
        2, 2, **k), "ones_like": lambda **k: torch.ones_like(x, **k),
    "new_zeros": lambda **k: x.new_zeros(2, **k), "new_full": lambda **k: x.new_full((2,), 1, **k),
    "linspace": lambda **k: torch.linspace(0, 1, 3, **k), "fftfreq": lambda **k: torch.fft.fftfreq(
        2, **k), "randperm": lambda **k: torch.randperm(3, **k),
    "tensor": lambda **k: torch.tensor([1.0], **k), "window": lambda **k: torch.hann_window(3, **k),
}
for name, make in makers.items():
    for options in ({"layout": torch.sparse_coo}, {"pin_memory": True},
                    {"layout": torch.strided, "pin_memory": False}):
        try:
            made = make(**options)
            print(name, made if name != "rand" else made.shape)
        except (RuntimeError, TypeError) as error:
            print(name, type(error).__name__, str(error).split(", got")[0].split(" backend")[0])
for name in ("hann", "blackman", "kaiser", "cosine", "bartlett", "gaussian", "exponential"):
    try:
        getattr(torch.signal.windows, name)(4, device="cuda")
    except AssertionError as error:
        print(name, error)
for made in (torch.svd(x, compute_uv=False), torch.svd(x, False, False)):
    print(made.U, made.S, made.V, made.U.requires_grad)

# gradients of which few entries are stored
places = torch.tensor([[0, 1], [2, 2]])
for weights in ([[1.0, 2.0], [3.0, 4.0]], [[1.0, 0.0], [0.0, 5.0]]):
    y = x.gather(1, places, sparse_grad=True)
    y.backward(torch.tensor(weights))
    print(y.grad_fn._saved_sparse_grad, x.grad, x.grad.coalesce())
    x.grad = None
torch.gather(x, 0, places[:1], sparse_grad=True).sum().backward()
print(x.grad, x.gather(1, places).grad_fn._saved_sparse_grad)
number = torch.tensor(3.0, requires_grad=True)
torch.gather(number, 0, torch.tensor(0), sparse_grad=True).backward()
print(number.grad)
for options in ({}, {"masked_grad": True}, {"masked_grad": False}):
    few = torch.eye(2).to_sparse().requires_grad_()
    (few.to_dense(**options) * torch.arange(4.0).view(2, 2)).sum().backward()
    print(options, few.grad)
for make in (
        lambda: few.detach().to_dense(torch.float64), lambda: few.to_dense(masked_grad="yes"),
        lambda: torch.eye(2).to_sparse(dense_dim=1), lambda: torch.eye(2).to_sparse(dense_dim=0),
        lambda: torch.eye(2).to_sparse(dense_dim=2), lambda: torch.eye(2).to_sparse(dense_dim=3),
        lambda: torch.tensor(2.0).to_sparse(), lambda: torch.tensor(0.0).to_sparse(dense_dim=0),
        lambda: torch.eye(2).to_sparse(blocksize=(1, 1)),
        lambda: torch.eye(2).to_sparse_csr(dense_dim=1),
        lambda: torch.eye(2).to_sparse(layout=torch.sparse_csc, dense_dim=1),
        lambda: torch.eye(2).to_sparse(layout=torch.strided),
        lambda: torch.ones(2, 2, 1).to_sparse_csr(dense_dim=1),
        lambda: torch.sparse_coo_tensor([[0]], [1.0], pin_memory=True),
        lambda: torch.sparse_coo_tensor([[0]], [1.0], device="meta"),
        lambda: torch.sparse_csr_tensor([0, 1], [0], [1.0], pin_memory=True)):
    try:
        print(make())
    except (RuntimeError, TypeError, NotImplementedError) as error:
        print(type(error).__name__, error)

# channels last
net = nn.Sequential(nn.Conv2d(3, 4, 2), nn.ConvTranspose2d(4, 3, 2), nn.Conv3d(2, 3, 2))
print(nn.utils.convert_conv2d_weight_memory_format(net, torch.channels_last) is net)
print([p.stride() for p in net.parameters()])
nn.utils.convert_conv3d_weight_memory_format(net, torch.channels_last_3d)
print(net[2].weight.stride(), net[:2](torch.ones(1, 3, 4, 4)).stride())
image, kernel = torch.ones(2, 3, 4, 5), torch.ones(4, 3, 2, 2)
last = {"memory_format": torch.channels_last}
for a, b in ((image, kernel), (image, kernel.clone(**last)), (image.clone(**last), kernel)):
    print(F.conv2d(a, b).stride(), F.conv_transpose2d(a, b[:3, :2]).stride())
volume = torch.ones(1, 2, 3, 3, 3).contiguous(memory_format=torch.channels_last_3d)
print(F.conv3d(volume, net[2].weight).stride())
