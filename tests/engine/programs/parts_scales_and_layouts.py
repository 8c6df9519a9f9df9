"""Parts of complex numbers that are not finite, copies of what lies transposed, scales, layouts."""

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel
from torch.testing import assert_close


def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


far = torch.tensor([1.0, float("inf"), float("nan"), -0.0, 2.0])
for real, imag in ((far, far.flip(0)), (far[0], far[1]), (far.double(), far[2].double()),
                   (far[:2, None], far[None, 2:]), (torch.ones(3, 2).T, torch.zeros(3, 2).T)):
    made = torch.complex(real, imag)
    print(made, made.real, made.imag, made.stride())
leaf = torch.tensor([1.0, 2.0], requires_grad=True)
torch.complex(leaf, leaf * torch.inf).real.sum().backward()
print(leaf.grad)

turned = torch.arange(6.0).view(2, 3).T
for made in (turned.repeat(1, 1), turned.repeat(2, 1), turned.tile(1, 1), turned[0, 0].repeat(()),
             turned.repeat(1, 1, 1)):
    print(made.stride(), made.is_contiguous())

eye = torch.eye(2)
told(lambda: assert_close(eye.to_sparse(), eye))
told(lambda: assert_close(eye.to_sparse(), eye, check_layout=False))
told(lambda: assert_close(turned.double(), torch.ones(3, 2), check_stride=True))
told(lambda: assert_close(turned, torch.ones(3, 2)))

scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
print(scaler.scale([eye[0], (eye[1],)]), type(scaler.scale({1: eye}.values())))
told(lambda: scaler.scale(3))
told(lambda: torch.amp.GradScaler("cpu", growth_factor=0.5))
told(lambda: torch.amp.GradScaler("cpu", backoff_factor=1.5))
average = AveragedModel(nn.BatchNorm1d(2))
told(lambda: average.update_parameters(nn.Linear(1, 2)))

root = (leaf * 2).sum()
told(lambda: root.grad_fn(1))
told(lambda: root.grad_fn(None, None))
print(torch.autograd.is_multithreading_enabled())
with torch.autograd.set_multithreading_enabled(False):
    print(torch.autograd.is_multithreading_enabled())
print(torch.autograd.is_multithreading_enabled())
