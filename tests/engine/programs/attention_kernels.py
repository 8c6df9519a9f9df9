# asking for one kernel of attention, which changes no value
import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

q = torch.randn(1, 2, 3, 4)
plain = F.scaled_dot_product_attention(q, q, q, is_causal=True)
with sdpa_kernel(SDPBackend.MATH):
    print(torch.allclose(plain, F.scaled_dot_product_attention(q, q, q, is_causal=True)))
with sdpa_kernel([SDPBackend.MATH, SDPBackend.EFFICIENT_ATTENTION]):
    print(F.scaled_dot_product_attention(q, q, q).shape)
print(SDPBackend.MATH, SDPBackend.MATH.name, int(SDPBackend.FLASH_ATTENTION))
print(repr(SDPBackend.MATH), SDPBackend.MATH == 0)
try:
    with sdpa_kernel("math"):
        pass
except AssertionError as error:
    print(error)
print(torch.cholesky(torch.tensor([[4.0, 2.0], [2.0, 3.0]])))
whole = torch.ones(2)
copied = torch.asarray(whole, copy=True)
copied[0] = 5
print(whole, copied, torch.asarray(whole) is whole, torch.asarray([1.0, 2.0], requires_grad=True))

# the kernel divides at the end, in blocks of queries, and rounds 16-bit floats only once
for length, kind in ((5, torch.float32), (33, torch.float32), (18, torch.bfloat16)):
    torch.manual_seed(3)
    q, k, v = (torch.randn(2, 2, length, 8).to(kind).requires_grad_() for _ in range(3))
    y = F.scaled_dot_product_attention(q, k, v, is_causal=length != 5)
    y.float().square().sum().backward(retain_graph=True)
    print(*[round(x.double().abs().sum().item(), 4) for x in (y, q.grad, k.grad, v.grad)])
node = y.grad_fn
print(node._saved_is_causal, node._saved_attn_mask, node._saved_dropout_p)
print(node._saved_logsumexp.shape, q.grad.stride(), y.stride())
half = torch.tensor([[True, False], [False, False]])
q = torch.randn(1, 1, 2, 4, requires_grad=True)
y = F.scaled_dot_product_attention(q, q, q, half)
print(y)
(slope,) = torch.autograd.grad(y.sum(), q, create_graph=True)
print(slope, slope.grad_fn)
try:
    slope.sum().backward()
except RuntimeError as error:
    print(error)
across = q.transpose(-1, -2)
print(F.scaled_dot_product_attention(across, across, across).grad_fn)
print(F.scaled_dot_product_attention(q.expand(2, 1, 2, 4), *[q.expand(2, 1, 2, 4)] * 2).stride())
print(torch.vmap(lambda x: F.scaled_dot_product_attention(x, x, x))(torch.ones(2, 1, 1, 2, 3)))
