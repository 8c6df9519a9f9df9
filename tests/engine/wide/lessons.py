"""Statements as lessons write them: old names, training steps, loaders, for `fuzz` to draw."""

MADE = """
torch.autograd.Variable({x})
torch.autograd.Variable({x}, requires_grad=True)
torch.Tensor({x}.shape).fill_({n})
torch.Tensor({x}.detach().numpy())
torch.FloatTensor([{x}.real.tolist()])
torch.LongTensor([{x}.long().tolist()])
torch.DoubleTensor([[1, 2], [3, 4]]) * {x}
torch.from_numpy({x}.detach().numpy())
torch.from_numpy({x}.detach().numpy().copy()) * {y}
torch.tensor({x})
torch.tensor({x}.detach().numpy() + 1, requires_grad=True)
torch.as_tensor({x}.detach().numpy(), dtype={t})
torch.arange({x}.numel()).view({x}.shape)
torch.linspace(0, 1, {x}.numel()).reshape({x}.shape) * {x}
torch.arange(6.0).reshape(2, 3) @ {x}
torch.ones({x}.size(), requires_grad=True) * {x}
torch.randint(0, 3, {x}.shape) * {x}
torch.normal(0.0, 1.0, size={x}.shape) + {x}
torch.randperm({x}.shape[0])
{x}[torch.randperm({x}.shape[0])]
torch.zeros({x}.shape[0], 3).scatter_(1, {x}.long().clamp(0, 2)[..., :1], 1)
{x}.to("cpu")
{x}.to(torch.device("cpu"), torch.float64)
{x}.to(dtype={t}, copy=True)
{x}.type(torch.FloatTensor)
{x}.type("torch.DoubleTensor")
{x}.new([1.0, 2.0])
{x}.cpu().detach().numpy().sum()
{x}.detach().cpu().requires_grad_(True)
{x}.data
{x}.data.clone().requires_grad_()
{x}.grad
{x}.grad.clone() if {x}.grad is not None else {x} * 1
{x}.grad.data * 2
{x} * {x}.requires_grad
{x}.sum(axis=0)
{x}.sum(dim=-1, keepdims=True)
{x}.max(axis=-1)[0]
torch.sum({x}, axis=1, keepdim=True)
torch.mean({x}, axis=0)
{x}.pow(2).mean().sqrt()
({x} - {y}).pow(2).mean()
(({x} - {y}) ** 2).sum() / {x}.numel()
torch.sigmoid({x} @ {y} + 1)
torch.sqrt(torch.sum({x} ** 2, dim=-1))
torch.log(torch.exp({x}).sum(-1))
torch.exp(-{x} ** 2 / 2) / (2 * torch.pi) ** 0.5
1 / (1 + torch.exp(-{x}))
-({y} * torch.log({x}.sigmoid())).mean()
torch.max({x}, torch.zeros_like({x}))
torch.max(torch.tensor(0.0), 1 - {x} * {y}).mean()
torch.min({x}, {y})
{x}.relu().sum(0)
{x} @ torch.ones({x}.shape[-1], 2)
torch.nn.functional.relu({x} @ torch.eye({x}.shape[-1])) @ torch.ones({x}.shape[-1])
torch.mm({x}, {x}.t())
torch.matmul({x}, {x}.transpose(-1, -2)) / {x}.shape[-1] ** 0.5
torch.softmax({x} @ {x}.T / 2, dim=-1) @ {x}
torch.cat([{x}, torch.ones({x}.shape[0], 1)], dim=1)
torch.stack([{x}.mean(), {x}.std(), {x}.max()])
torch.stack(torch.unbind({x}), dim=-1)
torch.stack([{x}[0], {y}[-1]])
torch.tensor([{x}.sum(), {y}.sum()])
torch.where({x}.isnan(), torch.zeros_like({x}), {x})
torch.where(({x} > 0) & ({x} < 2), {x}, 0.0)
({x} > 0).float().mean()
({x}.argmax(-1) == {y}.argmax(-1)).sum().item()
({x} == {y}).all()
{x}.view({x}.size(0), -1)
{x}.view(-1, {x}.shape[-1]).t()
{x}.permute(1, 0)
{x}.unsqueeze(1) - {x}.unsqueeze(0)
({x}[:, None] - {y}[None]).pow(2).sum(-1)
{x}.expand(2, -1, -1).clone()
{x}.repeat(2, *[1] * ({x}.dim() - 1))
{x}[1:] - {x}[:-1]
{x}[:, ::2]
{x}[..., None] * {y}
{x}[{x} > {x}.mean()]
{x}[({x} > 0).nonzero(as_tuple=True)]
{x}.gather(1, torch.tensor([[0], [0]]))
{x}[range({x}.shape[0]), {x}.argmax(-1)]
{x}[[0, 0], [0, -1]]
{x}.tril().triu()
torch.tril(torch.ones(2, 2)) * {x}
{x}.masked_fill(torch.tril(torch.ones(2, 2)) == 0, float("-inf"))
torch.diag(torch.ones({x}.shape[0])) @ {x}
torch.diagonal({x}).sum()
torch.autograd.grad({x}.sum(), {x}, create_graph=True)[0] * {x}
torch.autograd.grad(({x} ** 2).sum(), {x}, create_graph=True)[0]
torch.autograd.grad({x}, {x}, torch.ones_like({x}), create_graph=True)[0]
torch.autograd.functional.jacobian(lambda t: t ** 2, {x})
torch.func.functional_call(torch.nn.Linear(2, 1), {{"weight": {x}}}, ({y},))
torch.nn.Linear(2, 1)({x}).squeeze(-1)
torch.nn.Linear(2, 2).weight @ {x}
torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))({x})
torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Softmax(-1))({x}).log()
torch.nn.Conv2d(1, 1, 1)({x}[None, None])
torch.nn.Conv1d(2, 1, 1, bias=False)({x})
torch.nn.ConvTranspose1d(1, 1, 2)({x}.reshape(1, 1, -1))
torch.nn.functional.conv2d({x}[None, None], {y}[None, None])
torch.nn.functional.conv_transpose2d({x}[None, None], torch.ones(1, 1, 2, 2), stride=2)
torch.nn.functional.avg_pool2d({x}[None], 2, ceil_mode={b})
torch.nn.functional.max_pool2d({x}[None], 2, padding=1)
torch.nn.functional.interpolate({x}[None, None], scale_factor=2, mode="nearest")
torch.nn.functional.layer_norm({x}, {x}.shape[-1:], bias={y})
torch.nn.functional.scaled_dot_product_attention({x}, {x}, {y})
torch.nn.functional.gaussian_nll_loss({x}, {y}, {y}.detach().exp())
torch.nn.functional.multi_margin_loss({x}, torch.tensor([0, 1]), reduction="{r}")
torch.nn.functional.cross_entropy({x}, {y}.argmax(-1), reduction="{r}")
torch.nn.functional.cross_entropy({x}, torch.tensor([0, 1]), weight=torch.tensor([1.0, 2.0]))
torch.nn.functional.nll_loss({x}.log_softmax(-1), {y}.argmax(-1), reduction="{r}")
torch.nn.functional.binary_cross_entropy({x}.sigmoid(), ({y} > 0).float(), {x}.detach().abs())
torch.nn.functional.embedding_bag(torch.tensor([[0, 1]]), {x}, mode="sum")
torch.nn.functional.normalize({x}, dim=-1) @ torch.nn.functional.normalize({y}, dim=-1).T
torch.linalg.lstsq({x}, {y}).solution
torch.linalg.svdvals({x})
torch.linalg.eigvalsh({x} @ {x}.mT)
torch.linalg.solve({x} @ {x}.mT + torch.eye({x}.shape[-2]), {y})
torch.einsum("bi,bj->bij", {x}, {y})
torch.einsum("ii->i", {x})
torch.einsum("ij,ij->i", {x}, {y})
torch.outer({x}.flatten(), {y}.flatten())
torch.cross({x}, {y}, dim=-1)
torch.cumsum({x}, 0) / torch.arange(1, {x}.shape[0] + 1)
torch.meshgrid({x}.flatten(), {y}.flatten(), indexing="xy")[1]
torch.cartesian_prod({x}.flatten(), {y}.flatten())
torch.repeat_interleave({x}, 2)
torch.unique({x}.detach(), sorted=True, return_counts=True)[1]
torch.sort({x}, dim=0, descending={b})[1]
torch.topk({x}.flatten(), 2)[0]
torch.clamp({x}, min=0)
torch.lerp({x}, {y}, 0.25)
torch.round({x} * 10) / 10
torch.fmod({x}, 2)
torch.square({x} - {x}.mean(0, keepdim=True)).mean(0)
torch.var({x}, unbiased=False)
torch.std({x}, 0, correction=0)
torch.norm({x})
torch.norm({x}, dim=1)
torch.norm({x}, p=1, dim=0, keepdim=True)
torch.nanmean(torch.where({x} > 0, {x}, float("nan")))
sum({x}.unbind())
sum([{x}, {y}]) / 2
""".strip().split("\n")
DONE = """
m = torch.nn.Linear({x}.shape[-1], 1); m({x}).mean().backward(); print(m.weight.grad, {x}.grad)
m = torch.nn.Linear(2, 1); print([(n, p.shape) for n, p in m.named_parameters()], m({x}))
m = torch.nn.Linear(2, 2); m.requires_grad_(False); m({x}).sum().backward(); print({x}.grad)
m = torch.nn.Linear(2, 2); m.apply(lambda l: torch.nn.init.ones_(l.weight)); print(m({x}))
m = torch.nn.Linear(2, 2); m.weight.data = {x}; print(m.weight, m({y}))
m = torch.nn.Linear(2, 2); m.weight.data.copy_({x}); print(m.weight.grad_fn, m({y}))
m = torch.nn.Linear(2, 2); m.register_forward_hook(lambda l, i, o: o * 2); print(m({x}))
m = torch.nn.Linear(2, 2); m.register_forward_pre_hook(lambda l, i: ({y},)); print(m({x}))
m = torch.nn.Linear(2, 2); m.weight.register_hook(lambda g: g * 0); m({x}).sum().backward()
m = torch.nn.Linear(2, 2); m.zero_grad(); m({x}).sum().backward(); m.zero_grad(); print(m.bias.grad)
m = torch.nn.Linear(2, 1).double(); print(m({x}))
m = torch.nn.Linear(2, 1).half(); print(m({x}))
m = torch.nn.BatchNorm1d(2); m({x}); print(m.running_mean, m.eval()({x}))
m = torch.nn.Dropout(0.5); print(m({x})); print(m.eval()({x}))
m = torch.nn.Embedding(3, 2); (m(torch.tensor([0, 2])) * {x}).sum().backward(); print(m.weight.grad)
m = torch.nn.Module(); m.p = torch.nn.Parameter({x}); print(list(m.parameters()), m.state_dict())
m = torch.nn.Module(); m.register_parameter("p", {x}); print(m)
m = torch.nn.Module(); m.register_buffer("b", {x}); print(m.b is {x}, list(m.buffers()))
m = torch.nn.ParameterList([torch.nn.Parameter({x})]); print(m, m[0].grad_fn)
m = torch.nn.utils.parametrizations.orthogonal(torch.nn.Linear(2, 2)); print(m({x}).shape)
p = torch.nn.Parameter({x}.detach()); (p * {y}).sum().backward(); print(p.grad)
p = torch.nn.Parameter({x}); (p ** 2).sum().backward(); torch.optim.SGD([p], 0.1).step(); print(p)
o = torch.optim.Adam([{x}], lr=0.1); ({x} ** 2).sum().backward(); o.step(); o.zero_grad(False)
o = torch.optim.SGD([{x}, {y}], 0.1, 0.9); ({x} * {y}).sum().backward(); o.step(); o.step()
o = torch.optim.SGD([{x}], 0.1); torch.optim.lr_scheduler.StepLR(o, 1).step(); print(o.param_groups)
o = torch.optim.RMSprop([{x}], lr=0.1); ({x} - {y}).pow(2).mean().backward(); o.step(); print({x})
for _ in range(2): ({x} ** 2).sum().backward(); print({x}.grad); {x}.grad.zero_()
for a, b in zip({x}, {y}): print((a * b).sum().item())
for i, row in enumerate({x}): print(i, row)
d = torch.utils.data.TensorDataset({x}, {y}); print(d[0], len(d))
d = torch.utils.data.DataLoader(torch.utils.data.TensorDataset({x}), batch_size=2); print(list(d))
d = torch.utils.data.DataLoader({x}, batch_size=1, shuffle=True); print([b.shape for b in d])
d = torch.utils.data.random_split({x}, [1, {x}.shape[0] - 1]); print([e for e in d[1]])
print(torch.func.grad(lambda t: (t @ {y}).sum())({x}))
print(torch.autograd.functional.jvp(lambda t: t ** 2, {x}, torch.ones_like({x}))[1])
print(torch.autograd.gradcheck(lambda t: t ** 2, {x}.detach().double().requires_grad_()))
print(torch.autograd.gradgradcheck(lambda t: t ** 3, {x}.detach().double().requires_grad_()))
print({x}.is_cuda, {x}.device.type, torch.cuda.is_available(), {x}.get_device())
print({x}.shape[0], {x}.size(-1), {x}.dim(), {x}.nelement(), {x}.size().numel())
print("%.3f" % {x}.sum(), {x}.sum().item(), round({x}.mean().item(), 2))
print(f"{{{x}.mean():.4f}} {{{x}.sum().item():>8.2f}} {{{x}.max()}}")
print({x}.detach().numpy().dtype, {x}.detach().numpy().shape, {x}.tolist())
print(torch.allclose({x}, {y}), torch.equal({x}, {y}), ({x} == {y}).all().item())
print(torch.is_tensor({x}), isinstance({x}, torch.Tensor), torch.numel({x}))
print({x}.grad_fn, {x}.is_leaf, {x}.grad is None, {x}.requires_grad, {x}._version)
torch.manual_seed(1); print(torch.rand_like({x}), torch.nn.functional.dropout({x}))
torch.set_grad_enabled(False); print(({x} * 2).requires_grad); torch.set_grad_enabled(True)
torch.set_default_dtype(torch.float64); print({x} * 1.5, torch.ones(1), torch.tensor([1.0]) * {x})
torch.set_printoptions(sci_mode=True); print({x}); torch.set_printoptions(profile="default")
y = {x} * 2; z = y.detach(); print(z.requires_grad, (y * z).sum().backward(), {x}.grad)
y = {x} ** 2; y.retain_grad(); y.mean().backward(); print(y.grad, {x}.grad)
y = {x} ** 2; y.backward(torch.ones_like(y), True); y.backward(torch.ones_like(y)); print({x}.grad)
g, = torch.autograd.grad(({x} ** 3).sum(), {x}, create_graph=True); g.sum().backward()
y = {x} * {y}; y.register_hook(lambda g: print("grad", g)); y.sum().backward()
y = {x}.clone(); y[0] = 0; y.sum().backward(); print({x}.grad)
y = {x}.exp(); y += 1; y.sum().backward(); print({x}.grad)
y = torch.zeros({x}.shape); y[0] = {x}[0]; y.sum().backward(); print({x}.grad)
import io, torch; f = io.BytesIO(); torch.save({x}, f); f.seek(0); print(torch.load(f))
import copy; m = copy.deepcopy(torch.nn.Linear(2, 2)); m({x}).sum().backward(); print(m.weight.grad)
""".strip().split("\n")
