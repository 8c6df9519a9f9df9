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
