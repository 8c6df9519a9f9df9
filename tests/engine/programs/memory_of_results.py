# results that do not simply lie in memory as their inputs do
import torch

# Two results that lie differently, both of the same form.
turned = torch.tensor([[0.25, 2.0], [0.5, -0.5]]).t().clamp(min=0)
straight = torch.tensor([[1.0, 2.0], [3.0, 4.0]]).tanh()
print((turned * straight).stride(), (straight * turned).stride(), (turned + turned).stride())

last = torch.arange(24.0).view(1, 2, 3, 4).contiguous(memory_format=torch.channels_last)
# results that lie row by row, whatever the order of the inputs
turned = torch.arange(24.0).view(3, 2, 4).permute(1, 0, 2)
print(turned.stride(), (turned @ torch.ones(4, 5)).stride(), turned.bmm(turned.mT).stride())
print(torch.nn.functional.linear(turned, torch.ones(2, 4)).view(6, 2).shape)
print(turned.softmax(-1).stride(), turned.log_softmax(0).stride(), turned.tril().stride())
print(turned.masked_fill(turned > 3, 0).stride(), torch.nn.LayerNorm(4)(turned).stride())
print(turned.gather(0, torch.zeros_like(turned, dtype=torch.long)).stride())
print(torch.cat([turned, turned]).stride(), torch.stack([turned, turned]).stride())
print(turned.roll(1, 0).stride(), torch.ones(3, 1).expand(3, 4).clone().stride())
print(turned.index_add(0, torch.tensor([0]), turned[:1]).stride())
print(turned.scatter(0, torch.zeros_like(turned, dtype=torch.long), 1.0).stride())
# results that lie as their inputs do
print(turned.flip(0).stride(), turned.sort(0)[0].stride(), torch.full_like(turned, 2).stride())
print((turned - turned.mean(1, keepdim=True)).stride(), (turned / turned.sum(0)).stride())
wide = torch.nn.Conv2d(2, 6, 2, padding=1)(last)
print(wide.stride(), torch.nn.GroupNorm(2, 6)(wide).stride(), torch.nn.MaxPool2d(2)(wide).stride())
print(torch.nn.functional.interpolate(wide, scale_factor=2).stride())
print(torch.fft.fft(last).real.sum())
print(torch.cat([last, last], 1).stride(), torch.nn.functional.pad(last, (1, 1)).stride())
# a product of subscripts lies as its last batch product did
print(torch.einsum("ijh,jhf->ihf", torch.ones(3, 3, 2), torch.ones(3, 2, 4)).stride())

# A weight's gradient lies as the weight does, so that a line of code may flatten it.
layers = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))
loss = layers(torch.ones(4, 2)).pow(2).mean()
grads = torch.autograd.grad(loss, layers.parameters(), create_graph=True)
print([(grad.stride(), grad.grad_fn.name()) for grad in grads])
print(torch.cat([grad.view(-1) for grad in grads]).shape)
columns = torch.ones(3, 2).t().requires_grad_()
(left,) = torch.autograd.grad((columns @ torch.ones(3, 4)).sum(), columns)
print(left.stride(), torch.autograd.grad((torch.ones(4, 2) @ columns).sum(), columns)[0].stride())

# Of three that lie differently the first decides; LAPACK leaves its matrices column by column.
across, along = torch.arange(6.0).reshape(2, 3).t(), torch.arange(6.0).reshape(3, 2)
print(torch.addcmul(across, across, along).stride(), torch.addcdiv(along, across, across).stride())
print(torch.lerp(across, along, 0.5).stride(), torch.where(across > 1, along, 0).stride())
print(torch.nn.functional.mse_loss(across, along, reduction="none").stride())
print(torch.nn.functional.gelu(across).stride(), across.logcumsumexp(0).stride())
print([across.rot90(k).stride() for k in range(4)], along.rot90().stride())
several = torch.eye(3).expand(2, 3, 3) * 2
print(torch.linalg.inv(several).stride(), torch.linalg.cholesky(several).stride())
print([each.stride() for each in torch.linalg.qr(along)], torch.linalg.solve(
    several[0], along).stride(), [each.stride() for each in torch.linalg.svd(several)])

# What is broadcast, has gaps or dimensions of one entry: the steps of all operands are sorted.
twice = torch.arange(4.0).reshape(2, 1, 2)
corner = twice.unsqueeze(-1).transpose(0, -1)[:1]
print((corner - twice).stride(), (corner * 2).stride(), (-corner).stride(), corner.exp().stride())
print(torch.addcmul(corner, corner, twice).stride(), corner.double().stride())
print((along[:1] + across.double()).stride(), torch.where(corner > 0, corner, twice).stride())
wide = along.t()[:1]
print(wide.clone().stride(), (wide + 1).stride(), wide.view_as(wide).stride(), wide[1:].stride())
print(along.t()[:, :1].mul(2).stride(), along.t()[:, :1].data.stride(), along[:, :1].exp().stride())
print((along.t().unfold(0, 2, 1) * 1).stride(), (along.unfold(0, 2, 1) * 1).stride())
print(along[:1].expand(2, 2).add(along[:2].t(), alpha=2).stride())
row = along[0].expand(2, 2)
print(torch.addcmul(along[0], along[0], row).stride(), torch.add(row, along[0].double()).stride())
print(twice.expand(2, 3, 2)[[0, 1]].stride(), twice.expand(2, 3, 2)[:, [2, 0]].stride())
print(turned[[0, 1], :, [1, 0]].stride(), turned[:, [0, 1]].stride(), turned[turned > 3].stride())
print(across.flip(0).stride(), across[torch.tensor([True, False, True])].stride())
leaf = torch.ones(2, requires_grad=True)
wide = leaf.detach().expand(3, 2).requires_grad_()
print(torch.autograd.grad(leaf.sum(), wide, materialize_grads=True)[0].stride())
column = torch.tensor([[0.25], [3.0]])
windows = column.unfold(0, 2, 1) * 1
print(windows.stride(), (windows + column).stride(), torch.maximum(windows, column).stride())
print(torch.where(windows > 1, windows, column).stride())
(left,) = torch.autograd.grad((columns ** 2).sum(), columns)
print(left.stride(), (columns ** 1).stride(), (columns > 1).sign().stride())
once = torch.arange(2.0).expand(2, 2)
torch.manual_seed(0)
print(torch.rand_like(once), torch.randn_like(once).stride(), torch.randint_like(once, 5).stride())
print(torch.normal(torch.rand(3, 2).T, 1.0).stride(), torch.rand(2, 1, 2).norm(1, -1).stride())
print(torch.arange(6).reshape(2, 3).diagonal().untyped_storage().size())
# what a write sends back lies as its base does, and where gradients meet the first one decides
turned = twice.clone().requires_grad_()
sums = turned.transpose(0, -1) + turned
for write in (lambda: None, lambda: sums.diagonal().fill_(2)):
    write()
    (left,) = torch.autograd.grad((sums * 2).sum(), turned)
    print(left.stride(0), left.stride(2))
windows = torch.arange(2).reshape(2, 1).unfold(0, 2, 1)  # one window, whose steps are all 1
print(windows.double().stride(), windows.clone().stride(), (windows.bool() * 1).stride())
# casts lie as torch copies them, windows of one entry have memory of their own, nothing has steps
stretched, one = torch.tensor([True, False, True]).expand(2, 3), torch.tensor(2.0)
print(torch.addcmul(one, one, stretched).stride(), torch.where(stretched, one, 3.0).stride())
column = torch.nn.Unfold(1)(torch.ones(1, 1, 2))
print(column.add_(1), column.stride())
print(torch.zeros(1, 0).sum(0).view_as(torch.zeros(0)).stride(), torch.zeros(1, 0).t().stride())
print(stretched.copy_(stretched)._version)  # what stands there already
column = torch.arange(3).reshape(3, 1)[:, None]
print(column.cummax(-1).values.stride(), column.double().logcumsumexp(1).stride())
across = torch.ones(2, 3, requires_grad=True).t()
for bend in (torch.nn.functional.gelu, torch.nn.functional.elu, torch.nn.functional.hardsigmoid):
    for back in (lambda y: y.sum(), lambda y: (y * torch.ones(3, 2)).sum()):
        print(torch.autograd.grad(back(bend(across)), across)[0].stride())
lone = torch.ones(()).view(-1)[::2]
print(lone.view(-1).stride(), lone.view(-1)[::2].stride())

# a window's dimensions of one entry have steps that are no rows': a number leaves them so
w = torch.tensor([[-2.0], [0.5]])
u = w.unfold(0, 2, 1)
a = u * 1
b = a + 1
print(u.stride(), a.stride(), b.stride(), (b * w).stride(), (u + u).stride(), u.exp().stride())
z = torch.zeros(4).as_strided((1, 1, 2, 2), (1, 4, 2, 1))
for made in (z % 3, z.fmod(3), 1 - z, z // 2, z + 1, z**2, z.exp(), z == 1):
    print(made.stride(), end=" ")
print(torch.stack([u, u], -1).stride(), torch.stack([u, u], 1).stride())
images = torch.zeros(2, 3, 4, 5).to(memory_format=torch.channels_last)
print([torch.stack([images, images], dim).stride() for dim in range(5)])

# what has no room yet for a result lies as the result would
across = torch.arange(1.0, 7.0).view(2, 3).t()
for run in (torch.exp, torch.neg, torch.abs, torch.erfinv, torch.lgamma, torch.square):
    print(run(across, out=torch.empty(0)).stride(), end=" ")
for run in (torch.add, torch.mul, torch.maximum, torch.atan2, torch.pow, torch.fmod):
    for other in (across, across.contiguous(), across[:1]):
        print(run(across, other, out=torch.empty(0)).stride(), end=" ")
print(torch.cumsum(across, 0, out=torch.empty(0)).stride(), torch.pow(2, across).stride())
print(torch.pow(2, across, out=torch.empty(0)), torch.float_power(2, across).stride())
print(across.take(torch.zeros(2, 3, dtype=torch.int64).t()).stride())
print(torch.round(across, decimals=1, out=torch.empty(0)).stride())
