# which kernel of attention is taken, and what is said where none is left
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel

q = torch.rand(1, 1, 2, 3, requires_grad=True)


def attend(q=q, **options):
    return F.scaled_dot_product_attention(q, q, q, **options)


def attempt(kernels, q=q, **options):
    try:
        with sdpa_kernel(kernels):
            print(attend(q, **options).grad_fn.name())
    except Exception as error:
        print(type(error).__name__, error)


for kernel in (SDPBackend.MATH, SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION):
    attempt(kernel)
attempt([SDPBackend.FLASH_ATTENTION, SDPBackend.MATH])
attempt([])
attempt("math")
attempt(SDPBackend.FLASH_ATTENTION, q[0])
attempt(SDPBackend.FLASH_ATTENTION, dropout_p=0.1)
attempt(SDPBackend.EFFICIENT_ATTENTION, dropout_p=0.1)
print(attend().grad_fn.name(), torch.nn.attention.SDPBackend is SDPBackend)
torch.backends.cuda.enable_flash_sdp(False)
print(attend().grad_fn.name(), torch.backends.cuda.flash_sdp_enabled())
with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
    print(torch.backends.cuda.flash_sdp_enabled(), torch.backends.cuda.math_sdp_enabled())
torch.backends.cuda.enable_flash_sdp(True)
with torch.backends.cuda.sdp_kernel(enable_flash=False):
    print(attend().grad_fn.name())


@sdpa_kernel(SDPBackend.MATH)
def penalty(layer, x):
    made = layer(x, x, x, need_weights=False)[0]
    (grad,) = torch.autograd.grad(made.sum(), x, create_graph=True)
    return torch.autograd.grad(grad.pow(2).sum(), x)[0].shape


print(penalty(nn.MultiheadAttention(4, 2), torch.rand(3, 1, 4, requires_grad=True)))
try:
    print(torch.autograd.grad(torch.autograd.grad(attend().sum(), q, create_graph=True), q))
except RuntimeError as error:
    print(error)
# masks that go with a causal one, that do not spread, and types without attention
q = torch.rand(2, 2, 3, 4)


def refused(q, **options):
    try:
        print(tuple(attend(q, **options).shape))
    except Exception as error:
        print(type(error).__name__, error)


added = torch.randn(3, 3)
print(attend(q, attn_mask=added, is_causal=True))
for options in ({"dropout_p": 0.1}, {"attn_mask": added.clone().requires_grad_()}):
    refused(q, **{"attn_mask": added, "is_causal": True, **options})
refused(q[0], attn_mask=added, is_causal=True)
for shape in ((4, 3), (3, 4), (3,), (1, 3), (2, 3, 3), (3, 2, 3, 3), (1, 2, 2, 3, 3), ()):
    refused(q, attn_mask=torch.zeros(shape))
    refused(q[0], attn_mask=torch.zeros(shape))
for dtype in (torch.long, torch.bool, torch.cfloat):
    refused(q.to(dtype))
