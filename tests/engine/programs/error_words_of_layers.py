# what layers and losses say of shapes and dtypes that they cannot take, in torch's words
import torch
import torch.nn.functional as F
from torch import nn


def tried(title, action):
    try:
        print(title, action())
    except Exception as error:
        print(title, type(error).__name__, error)


ones = torch.ones
tried("conv of bytes", lambda: nn.Conv2d(1, 1, 1)(ones(1, 1, 2, 2).byte()))
tried("matmul of longs", lambda: ones(2, 2) @ ones(2, 2).long())
tried("lstm cell", lambda: nn.LSTMCell(2, 3)(ones(1, 2), ones(1, 3)))
tried("labels", lambda: nn.MultiLabelMarginLoss()(ones(1, 4), ones(1, 3).long()))
tried("triplet", lambda: nn.TripletMarginLoss()(ones(2, 2), ones(2, 2), ones(2)))
tried("mse of a number", lambda: F.mse_loss(ones(2), 1))
tried("bytes as mask", lambda: ones(2)[torch.tensor([1, 0], dtype=torch.uint8)])
tried("masked_fill", lambda: ones(3, 4).masked_fill(ones(2, 2) > 0, 3))
tried("expand", lambda: ones(2, 3).expand(-1, 4))
tried("expand in front", lambda: ones(2, 1).expand(-1, -1, 4))
tried("flatten", lambda: ones(2, 3).flatten(1, 0))
tried("clipping nothing", lambda: nn.utils.clip_grad_norm_([], 1.0))
tried("clipping an empty generator", lambda: nn.utils.clip_grad_norm_((p for p in ()), 1.0))
tried("strategy", lambda: torch.autograd.functional.jacobian(torch.sin, ones(2), strategy="no"))
tried("grad of a vector", lambda: torch.func.grad(torch.sin)(ones(2)))
tried("a class", lambda: torch.no_grad()(type("Plain", (), {}))().__class__.__name__)
