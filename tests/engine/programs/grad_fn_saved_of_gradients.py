# What the nodes of gradients keep, by every `_saved_` name, and versions of running statistics.
import torch
import torch.nn.functional as F

_ = torch.manual_seed(0)


def show(node):
    print(node.name())
    for name in dir(node):
        if name.startswith("_saved_") and name != "_saved_result3":  # the workspace of oneDNN
            value = getattr(node, name)
            tensor = isinstance(value, torch.Tensor)
            print("  ", name, (tuple(value.shape), value.dtype) if tensor else value)


def twice(made, *inputs):
    seed = torch.ones_like(made).requires_grad_()
    for found in torch.autograd.grad(made, inputs, seed, create_graph=True):
        show(found.grad_fn)


signal = torch.rand(1, 2, 6, requires_grad=True)
image = torch.rand(1, 2, 4, 4, requires_grad=True)
block = torch.rand(1, 1, 2, 2, 2, requires_grad=True)
rows = torch.rand(4, 2, requires_grad=True)
w, b = torch.rand(2, requires_grad=True), torch.rand(2, requires_grad=True)
kernel = torch.rand(2, 2, 3, requires_grad=True)
mean, spread = torch.zeros(2), torch.ones(2)

twice(F.pad(signal, (1, 2), mode="reflect"), signal)
twice(F.pad(image, (1, 2, 0, 1), mode="replicate"), image)
twice(F.interpolate(signal, size=7), signal)
twice(F.interpolate(signal, scale_factor=2, mode="linear"), signal)
twice(F.interpolate(image, scale_factor=(1.5, 2), mode="bilinear", align_corners=True), image)
twice(F.interpolate(image, scale_factor=2, mode="nearest-exact"), image)
twice(F.interpolate(block, scale_factor=2, mode="trilinear"), block)
twice(F.avg_pool2d(image, 3, 2, 1, True, False, 5), image)
twice(F.adaptive_avg_pool2d(image, (2, 3)), image)
twice(F.adaptive_avg_pool3d(block, 1), block)
twice(F.max_pool2d(image, 2), image)
twice(F.layer_norm(rows, (2,), w, b), rows, w, b)
twice(F.batch_norm(rows, mean, spread, w, b, True), rows, w, b)
twice(F.batch_norm(rows, mean, spread, w, b, False), rows, w, b)
twice(F.batch_norm(rows, None, None, training=True), rows)
twice(F.conv1d(signal, kernel, b, padding=1), signal, kernel, b)
twice(F.conv_transpose1d(signal, kernel, b, stride=2, output_padding=1), signal, kernel, b)
twice(F.prelu(rows, w), rows)
twice(F.logsigmoid(rows), rows)
twice(F.rrelu(rows, training=True), rows)
twice(F.nll_loss(rows, torch.tensor([0, 1, 1, -100])), rows)
twice(F.embedding(torch.tensor([0, 2]), rows, padding_idx=0), rows)
scores = torch.rand(4, 1, 3, requires_grad=True).log_softmax(2)
loss = F.ctc_loss(scores, torch.tensor([[1, 2]]), torch.tensor([4]), torch.tensor([2]),
                  reduction="none")
show(loss.grad_fn)
print(torch.autograd.grad(loss.sum(), scores, create_graph=True)[0].grad_fn.name())
core = torch.rand(3, 2, 2, requires_grad=True)
twice(F.bilinear(rows, rows * 2, core), core)
show(torch.as_strided_scatter(w, torch.ones(1), (1,), (1,), 1).grad_fn)
for settings in ({}, {"bias": False}, {"num_layers": 2, "bidirectional": True}):
    layer = torch.nn.LSTM(2, 3, **settings)
    node = layer(signal.transpose(1, 2).transpose(0, 1))[0].grad_fn
    while "Rnn" not in node.name():
        node = node.next_functions[0][0]
    show(node)

norm = torch.nn.BatchNorm1d(2)
first, second = norm(rows), norm(rows * 2)
print(norm.running_mean._version, norm.num_batches_tracked._version)
(first + second).sum().backward()
out = torch.nn.LSTM(2, 3)(rows)[0]
kept = norm(rows)
norm.reset_running_stats()
out2 = torch.nn.LSTM(2, 3)(rows[:, None])[0]
doubled = out2 * 2
with torch.no_grad():
    out2.add_(1)
for result in (out, kept, doubled):
    try:
        result.sum().backward()
    except RuntimeError as error:
        print(error)

# The third derivative goes forward again.
padded = F.pad(signal, (1, 1), mode="reflect")
seed = torch.ones_like(padded).requires_grad_()
(g,) = torch.autograd.grad(padded, signal, seed, create_graph=True)
(h,) = torch.autograd.grad(g, seed, torch.ones_like(g).requires_grad_(), create_graph=True)
print(h.grad_fn.name(), h.sum().item())
