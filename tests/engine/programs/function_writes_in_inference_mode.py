# written by a Function in inference mode: what comes back is an ordinary tensor of its input
import torch


class Tripled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(3)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * 3


leaf = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    seen, made = leaf[:1], torch.ones(2)
for given in (leaf, leaf * 2, (leaf * 2)[:1], torch.ones(2), made):
    with torch.inference_mode():
        back = Tripled.apply(given)
    print(back, back is given, back.is_inference(), given.is_leaf, given)
    attempt = lambda: (back.mul_(2), back._version)  # noqa: E731
    try:
        print(attempt())
    except RuntimeError as error:
        print(error)
try:
    Tripled.apply(seen)
except RuntimeError as error:
    print(error)

# what the old constructors make there
import numpy as np  # noqa: E402

array = np.ones(2, np.float32)
with torch.inference_mode():
    for make in (torch.Tensor, torch.FloatTensor, torch.DoubleTensor, torch.ones(1).new):
        print([make(x).is_inference() for x in (array, [1.0], 2)])
    print(torch.Tensor(leaf).is_inference(), torch.asarray(array).is_inference())
