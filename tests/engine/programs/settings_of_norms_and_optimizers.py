# Norms of instances without a shift, kept keys of attention, and what optimizers say of settings
import numpy as np
import torch
import torch.nn as nn


def tell(*calls):
    for call in calls:
        try:
            print(call())
        except Exception as error:
            print(type(error).__name__, error)


x = torch.arange(24.0).reshape(2, 3, 4)
for norm in (nn.InstanceNorm1d(3, affine=True, bias=False), nn.InstanceNorm1d(3, bias=False),
             nn.InstanceNorm1d(3, affine=True), nn.LazyInstanceNorm1d(bias=False),
             nn.LazyBatchNorm1d(bias=False), nn.BatchNorm1d(3, bias=False)):
    print(norm, norm.bias)
    print(norm(x), norm, list(norm.state_dict()))
tell(lambda: nn.BatchNorm1d(3, 1e-5, 0.1, True, True, None, None, False))

q = torch.randn(4, 2, 6)
weights = torch.randn(18, 6), torch.randn(18)
attend = nn.functional.multi_head_attention_forward


def attention(k, v, bias_k=None, bias_v=None):
    out = torch.eye(6), torch.zeros(6)
    return attend(q, q, q, 6, 2, *weights, bias_k, bias_v, False, 0.0, *out, static_k=k,
                  static_v=v)[0].shape


row, kept = torch.ones(1, 1, 6), torch.ones(4, 5, 3)
tell(lambda: attention(kept, kept), lambda: attention(kept, None, row, row),
     lambda: attention(None, kept, row, row), lambda: attention(kept[:2], kept),
     lambda: attention(kept, kept[..., :1]), lambda: attention(None, None, row, None),
     lambda: attention(None, None, None, row))

here, there = [torch.ones(2, requires_grad=True)], [torch.ones(2, device="meta")]
there[0].grad = torch.ones(2, device="meta")
beta, two = torch.tensor(0.9), torch.tensor([0.9, 0.8])
for kind in (torch.optim.Adam, torch.optim.AdamW):
    tell(lambda: kind(here, betas=(beta, beta), foreach=True), lambda: kind(here, betas=(two, two)),
         lambda: kind(here, betas=(beta, 0.9)), lambda: kind(there, fused=True).step())
tell(lambda: torch.optim.SGD(there, fused=True).step(),
     lambda: torch.optim.Adagrad(here, fused=True, differentiable=True))
whole = torch.optim.LBFGS([torch.randn(3, requires_grad=True)], tolerance_grad=-float("inf"))
print(whole.step(lambda: torch.tensor([10.0])))
tell(lambda: torch.asarray(np.float64(0.5), copy=False), lambda: torch.asarray(np.int64(3)),
     lambda: x.untyped_storage().filename)
