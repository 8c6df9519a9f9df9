"""What the random programs of `fuzz` are made of: one expression or statement in each line."""

# As the gradient of `cummax` of nothing torch 2.13 gives its input, history and all.
SAME_SHAPE = """
-{x}
{x}.abs()
{x}.exp()
{x}.sin()
{x}.cos()
{x}.tanh()
{x}.sigmoid()
{x}.relu()
{x} ** 2
{x} ** 3
{x} ** 0.5
{x} * 2
{x} + 1
1 - {x}
2 / {x}
{x} / 4
{x} - 0.5
{x}.clone()
{x}.detach()
{x}.clamp(-1, 1)
{x}.clamp(min=0)
torch.where({x} > 0, {x}, -{x})
{x}.cumsum(0)
{x}.softmax(0)
{x}.round()
{x}.floor()
{x}.log1p()
{x}.sign()
{x}.square()
{x}.double()
{x}.float()
{x}.long()
{x} > 0
{x} == 1
{x} * {x}
{x} + {x}
{x}.contiguous()
{x}.masked_fill({x} > 1, 0.5)
{x}.expm1()
torch.zeros_like({x})
{x}.flip(-1)
{x}.log_softmax(-1)
{x}.fmod(2)
{x} % 3
{x} // 2
{x}.view_as({x})
{x}.reciprocal()
{x}.triu()
{x}.roll(1, 0)
torch.nn.functional.gelu({x})
{x}.erf()
{x}.sort(0).values
{x}.rsqrt()
{x}.data
{x}.nan_to_num()
{x}.to(torch.float64)
{x}.requires_grad_()
{x}[:]
Cube.apply({x})
Both.apply({x}, {x})[1]
Marked.apply({x})[0]
Same.apply({x}, 2)
Doubled.apply({x}.clone())
{x}.to(torch.bfloat16)
torch.autograd.grad(({x} ** 3).sum(), {x}, create_graph=True)[0]
torch.autograd.functional.jacobian(lambda t: t ** 2, {x})
{x}.cummax(0).values if {x}.numel() else {x}[:]
{x}.cummax(-1).values if {x}.numel() else {x}[:]
""".strip().split("\n")
REDUCED = """
sum() mean() prod() max() min() norm() std() var() amax() logsumexp(0) argmax() any() all() median()
""".split()
BY_DIM = """
sum({d}) mean({d}) sum({d},keepdim=True) max({d}).values min({d})[0] prod({d}) amax({d}) std({d})
logsumexp({d}) argmin({d}) mean({d},keepdim=True) norm(dim={d}) var({d}) all({d})
""".split()
# A gradient is copied before it is shown: how often torch's C++ wrote into it in place while it was
# computed (once for an index, twice for a sort) is left in its version, and is not compared.
# The quotient of complex numbers is torch's only in its first digits: its kernel begins with the
# processor's own estimate of a reciprocal, so that x / x has some imaginary part or none.
BETWEEN = """
{x} + {y}
{x} - {y}
{x} * {y}
{x} / {y} if not {y}.is_complex() else {x} * {y}
torch.maximum({x}, {y})
torch.minimum({x}, {y})
torch.where({x} > {y}, {x}, {y})
{x} ** {y}
{x} < {y}
torch.atan2({x}, {y})
{x}.lerp({y}, 0.5)
torch.add({x}, {y}, alpha=2)
torch.addcmul({x}, {x}, {y})
{x}.mul({y})
{x}.dist({y})
{x}.eq({y})
torch.nn.functional.mse_loss({x}, {y})
torch.max({x}, {y})
{x}.fmod({y})
torch.hypot({x}, {y})
Both.apply({x}, {y})[0]
Both.apply({x}, {y})[1]
torch.autograd.grad(({x} ** 2 * {y}).sum(), {y}, create_graph=True)[0]
torch.autograd.grad(({x} * {y}).sum(), {x}, create_graph=True, allow_unused=True)[0]
torch.autograd.grad(({x} * 2).sum(), {y}, allow_unused=True, materialize_grads=True)[0].clone()
""".strip().split("\n")
# Windows that lie upon each other are only read: what a write through them leaves depends on the
# order in which torch's loops come by, and torch itself calls that undefined. For an index into a
# tensor of no dimensions torch 2.13 reads lengths that lie in memory that it no longer uses, and
# behind a single number, stretched or not, lies what `mse_loss` may have left of memory that was
# taken for all entries and never written: neither says anything certain.
VIEWS = """
{x}[0]
{x}[-1] if {x}.dim() else {x}[...]
{x}[1:]
{x}[:1]
{x}[..., 0]
{x}[None]
{x}.view(-1)
{x}.reshape(-1)
{x}.t()
{x}.T if {x}.dim() == 2 else {x}[...]
{x}.unsqueeze(-1)
{x}.squeeze()
{x}.flatten()
{x}.unbind(0)[0]
{x}.chunk(2)[0]
{x}.split(1)[-1]
{x}.diagonal()
{x}.expand(2, *{x}.shape)
{x}.transpose(0, -1)
{x}.select(0, 0)
{x}.narrow(0, 0, 1)
{x}[::2]
{x}.detach()[:1]
{x}.movedim(0, -1)
{x}.swapaxes(0, -1)
{x}.unfold(0, 2, 2)
{x}.as_strided((2,), (int(reaches({x})),)) if {x}.numel() else {x}[:]
{x}.permute(*range({x}.dim() - 1, -1, -1))
{x}.view(*{x}.shape, 1)
{x}.real
{x}[..., None, :] if {x}.dim() else {x}[None]
{x}.view(-1)[1:]
{x}.unsqueeze(0)[..., 0]
{x}.t()[0]
{x}.transpose(0, -1)[:1]
{x}[None][0]
{x}.view(-1)[::2].detach()
Same.apply({x}[:1], 3)
""".strip().split("\n")
PICKED = """
{x}[[0, -1]]
{x}[{x} > 0]
{x}.index_select(0, torch.tensor([0, 0]))
{x}.repeat(2, *[1] * {x}.dim())
torch.cat([{x}, {x}])
torch.stack([{x}, {x}])
{x}.gather(0, torch.zeros_like({x}, dtype=torch.long))
{x}.take(torch.tensor([0]))
{x}.topk(1, 0).values
{x}.masked_select({x} < 1)
{x}.diff(dim=0)
torch.stack([{x}, {x}.detach()], -1)
{x}[torch.tensor([True] + [False] * ({x}.shape[0] - 1))]
torch.cat([{x}.flatten(), {x}.flatten()])
{x}.repeat_interleave(2)
{x}.tolist()
{x}.unfold(0, 2, 1) * 1
""".strip().split("\n")
# To stretch a number torch 2.13 reads beyond the list of its lengths, and by what is there it
# decides whether a value lies where it is written to; so a single number is copied before it is
# assigned. Where what is written has gaps in the memory of what is read, torch lets its loops read
# what they have written or not, as they come by: such values are copied before (`apart`).
WRITES = """
{x}.mul_(2)
{x}.add_(1)
{x}.add_(apart({y}, {x}))
{x}.mul_(apart({y}, {x}))
{x}.zero_()
{x}.fill_(3)
{x}.copy_(apart({y}, {x}))
{x} += apart({y}, {x})
{x} *= 2
{x} -= apart({y}, {x})
{x}[0] = 5
{x}[0] = apart({y}, {x}) if {y}.numel() > 1 else {y}.clone()
{x}[..., 0] = 1
{x}[0] += 1
{x}[{x} > 0] = -1
{x}[:1] *= 2
{x}.relu_() if not {x}.is_complex() else {x}.neg_()
{x}.sigmoid_()
{x}.exp_()
{x}.clamp_(0, 1)
{x}.data.mul_(2)
{x}.detach().add_(1)
{x}.requires_grad_()
{x}.requires_grad_(False)
{x}.detach_()
{x}.neg_()
{x}.div_(2)
{x}.sub_(apart({y}, {x}), alpha=2)
{x}.pow_(2)
{x}.masked_fill_({x} > 0, 2)
{x}.index_add_(0, torch.tensor([0]), {x}[:1].detach())
{x}[[0, 0]] = 7
{x}.addcmul_(apart({y}, {x}), apart({y}, {x}))
{x}.lerp_(apart({y}, {x}), 0.5)
{x}.abs_()
{x}.sqrt_()
{x}.tanh_()
{x}[1:] = {x}[:-1] if {x}.is_contiguous() else {x}[:-1].clone()
{x}[[0]] += {y}
{x}.scatter_(0, torch.zeros_like({x}, dtype=torch.long), 1.0)
{x}[0][..., 0] = 2
{x}.view(-1)[1:].mul_(2)
{x}.t()[0].add_({y}.sum())
{x}.transpose(0, -1)[:1].mul_({y}.sum())
{x}.unsqueeze(0)[..., 0].zero_()
{x}.diagonal().fill_(2)
{x}.chunk(2)[0].mul_(2)
{x}.detach()[:1].zero_()
{x}.data[:1] = 4
{x}[...].exp_()
{x}[:].view(-1)[:1].sub_({y}.sum())
Doubled.apply({x})
Doubled.apply({x}[:1])
""".strip().split("\n")
# A hook put on a view whose memory was written since its history was last asked for ends torch 2.13
# with a segmentation fault; so the history is asked for first. Of a node's metadata the keys are
# shown: the stack of anomaly mode ends in a file of torch's own where a Function was applied. Seeds
# are copied: torch may take one's memory for a gradient, and add the next to whatever lies there.
TAPE = """
{x}.sum().backward()
{x}.backward()
{x}.sum().backward(retain_graph=True)
{x}.retain_grad()
({x} * {y}).sum().backward()
{x}.backward(torch.ones_like({x}))
{x}.grad = None
{x}.sum().backward(create_graph=True)
{x}.grad.zero_()
{x}.grad.mul_(2)
{x}.grad_fn; {x}.register_hook(lambda g: g * 2)
{x}.grad_fn; {x}.register_hook(lambda g: print("hook", g))
({x} ** 2).mean().backward()
{x}.sum().backward(inputs=[{y}])
print(torch.autograd.grad({x}.sum(), {y}, allow_unused=True))
print(torch.autograd.grad({x}, {y}))
print(torch.autograd.grad({x}.sum(), {y}, create_graph=True))
{x}.grad = {y}
({x} + {y}).sum().backward()
print(torch.autograd.grad({x}.sum(), [{x}, {y}], allow_unused=True))
{x}.register_post_accumulate_grad_hook(lambda p: print("after", p.grad))
print({x}.grad)
{x}.grad_fn.register_hook(lambda i, o: print("node", i, o))
{x}.grad_fn.register_prehook(lambda g: print("pre", g))
({x} * {x}.detach()).sum().backward()
torch.autograd.backward([{x}.sum(), {y}.sum()])
l = ({x} ** 2).sum(); l.backward(retain_graph=True); l.backward()
l = ({x} * {y}).sum(); l.backward(retain_graph=True); l.backward(retain_graph=True); l.backward()
l = {x}.sin().sum(); l.backward(); l.backward()
g, = torch.autograd.grad(({x} ** 3).sum(), {x}, create_graph=True); g.sum().backward()
g, = torch.autograd.grad(({x} ** 2 * {y}).sum(), {y}, create_graph=True); g.sum().backward()
({x} ** 3).sum().backward(create_graph=True); {x}.grad.sum().backward()
print(torch.autograd.grad([({x} ** 2).sum(), {y}.sum()], [{x}, {y}], allow_unused=True))
print(torch.autograd.grad({x} * {x}, [{x}, {y}], {x}.detach(), materialize_grads=True))
print(torch.autograd.grad({x}.exp(), {x}, torch.ones_like({x}), retain_graph=True))
{x}.backward({y}.detach().clone())
{x}.grad_fn; {x}.register_hook(lambda g: torch.full_like(g, 3))
{x}.grad_fn; {x}.register_hook(lambda g: g.sum())
{x}.grad_fn; {x}.register_hook(lambda g: g.double())
{x}.grad_fn; h = {x}.register_hook(lambda g: -g); {x}.register_hook(lambda g: g + 1); h.remove()
{x}.grad_fn.register_prehook(lambda g: tuple(k if k is None else k * 3 for k in g))
{x}.grad_fn.register_hook(lambda i, o: tuple(k if k is None else k * 2 for k in i))
{x}.grad.detach_()
print(copy.deepcopy({x}))
print([*{x}.grad_fn.metadata], {x}.grad_fn._input_metadata[0].shape)
""".strip().split("\n")
AROUND = (
    "", "", "", "", "", "", "", "", "", "", "with torch.no_grad():", "with torch.no_grad():",
    "with torch.enable_grad():", "with torch.enable_grad():", "with torch.set_grad_enabled(False):",
    "with torch.set_grad_enabled(False):",
    "with torch.autograd.detect_anomaly():", "with torch.autograd.graph.save_on_cpu():",
    "with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach(), opened):",
    "with torch.autograd.graph.saved_tensors_hooks(doubled, lambda t: t):",
)
