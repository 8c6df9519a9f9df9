# what nodes tell of settings that a call left out, and of statistics beside a result
import torch
import torch.nn.functional as F

x = torch.arange(8.0).view(2, 4).requires_grad_()
spreads = [x.std(), x.std(1), x.std(unbiased=False), x.var(False), x.std(correction=0),
           x.std(dim=1, correction=2), x.std(True), torch.var(x, keepdim=True),
           torch.std_mean(x)[0]]
for made in spreads:
    node = made.grad_fn
    print(node.name(), node._saved_correction, node._saved_dim, node._saved_keepdim)
    print(torch.autograd.grad(made.sum(), x)[0][0])

image = x.view(1, 1, 2, 4)
pools = [F.max_pool2d(image, 2), F.max_pool2d(image, 2, 1), torch.nn.MaxPool2d(2)(image),
         F.avg_pool2d(image, 2), F.avg_pool2d(image, 2, 2), F.max_pool2d(image, 2, [])]
for made in pools:
    print(made.grad_fn.name(), made.grad_fn._saved_kernel_size, made.grad_fn._saved_stride)
    print(torch.autograd.grad(made.sum(), x)[0])

norms = [F.batch_norm(x, None, None, training=True), F.layer_norm(x, (4,)), F.group_norm(x, 2)]
for made in norms:
    for name in ("_saved_result1", "_saved_result2"):
        saved = getattr(made.grad_fn, name)
        print(name, saved.requires_grad, saved.grad_fn and saved.grad_fn.name())
weight = F.nll_loss(x, torch.tensor([0, 1])).grad_fn._saved_total_weight
print(weight, weight.requires_grad)
print(x.roll(1).grad_fn._saved_dims, x.roll(1, 0).grad_fn._saved_dims)
