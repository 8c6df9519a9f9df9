# `view(dtype)` is an inference tensor by the mode in which it is made
import torch


def version(t):
    try:
        return t._version
    except RuntimeError as error:
        return str(error)


outside = torch.tensor([1., 2.])
with torch.inference_mode():
    inside = torch.tensor([1., 2.])
    for t in (outside, inside):
        bits = t.view(torch.int32)
        bits.add_(1)
        print(bits, bits.is_inference(), version(bits), bits._is_view(), version(t))
try:
    bits.add_(1)
except RuntimeError as error:
    print(error)
bits = inside.view(torch.int32)
print(bits.is_inference(), bits.add_(1), version(bits), version(inside))
