# What nodes keep, by every `_saved_` name: tensors, sizes, settings.
import torch
import torch.nn.functional as F

torch.manual_seed(0)


def show(result):
    node = result.grad_fn
    print(node.name())
    for name in dir(node):
        if name.startswith("_saved_"):
            value = getattr(node, name)
            tensor = isinstance(value, torch.Tensor)
            print("  ", name, (tuple(value.shape), value.dtype) if tensor else value)


x = torch.rand(2, 3, 6, 6, requires_grad=True)
m, w = torch.rand(3, 3, requires_grad=True), torch.rand(3, 3)
v = torch.rand(4, requires_grad=True)
for result in (
    1 - v, v.square(), torch.div(v, 2), v.erfinv(), v.prod(), F.logsigmoid(v), v.expand(2, 4),
    m.unbind(0)[0], m.gather(0, torch.zeros(1, 3, dtype=torch.long)), m.prod(1),
    m.clone().index_put((torch.tensor([0]),), torch.ones(3)), torch.std_mean(m, 0)[0],
    m.index_add(0, torch.tensor([0, 1]), torch.ones(2, 3)),
    w.index_add(0, torch.tensor([0, 1]), torch.ones(2, 3, requires_grad=True)),
    m.masked_select(m > 0.5), m.take(torch.tensor([1])), m.cummax(0)[0], torch.fft.rfft(v),
    torch.fft.irfft(torch.complex(v, v)), torch.complex(v, v), m @ w, w @ m, m @ m,
    F.linear(torch.rand(2, 3), m, torch.rand(3)), torch.addmm(w, m, m), torch.linalg.inv(m),
    torch.linalg.solve(m, w), torch.linalg.det(m), torch.linalg.slogdet(m)[1],
    torch.linalg.cholesky(m @ m.T + torch.eye(3)), torch.linalg.qr(m)[0], torch.linalg.svd(m)[1],
    torch.linalg.lu(m)[1], torch.linalg.solve_triangular(m.triu(), w, upper=True),
    torch.linalg.pinv(m), torch.linalg.lstsq(m, w).solution,
    F.nll_loss(F.log_softmax(m, 1), torch.tensor([0, 1, 2])), F.embedding(torch.tensor([0]), m),
    F.conv2d(x, torch.rand(2, 3, 3, 3), torch.rand(2)), F.conv2d(x, torch.rand(2, 3, 3, 3)),
    F.pad(x, (1, 1, 1, 1), mode="reflect"), F.pad(x, (1, 1, 1, 1), mode="replicate"),
    F.interpolate(x, scale_factor=2), F.interpolate(x, size=(3, 3), mode="bilinear"),
    F.interpolate(x[0], scale_factor=2), F.avg_pool2d(x, 2, 2), F.adaptive_avg_pool2d(x, 2),
    F.max_pool2d(x, 3, 1, 1), F.adaptive_max_pool2d(x, 2), F.layer_norm(x, (6, 6)),
    F.layer_norm(x, (6,), torch.rand(6), torch.rand(6)), F.unfold(x, 2),
    F.grid_sample(x, torch.rand(2, 2, 2, 2), align_corners=False), F.group_norm(x, 3),
    torch.select_scatter(m, torch.ones(3), 0, 1), m.put(torch.tensor([1]), torch.tensor([2.0])),
    torch.slice_scatter(m, torch.ones(1, 3), 0, 1, 2), F.cross_entropy(m, torch.tensor([0, 1, 2])),
    F.binary_cross_entropy_with_logits(v, torch.ones(4)),
):
    show(result)
for reduction in ("mean", "sum", "none"):
    for loss in (F.mse_loss, F.smooth_l1_loss, F.binary_cross_entropy, F.huber_loss, F.l1_loss):
        show(loss(v, torch.ones(4), reduction=reduction))
