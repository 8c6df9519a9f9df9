"""What lessons print with all digits is torch's to the last bit, where its order is known.

Recorded from torch 2.13 on a processor with registers of 512 bits; with 256 its softmax adds up
rows of eight and more in another order.
"""

import pytest

from autograd import face

face.install()
import torch  # noqa: E402  which is our engine here
import torch.nn.functional as F  # noqa: E402

torch.manual_seed(0)
X, T = torch.randn(20, 17), torch.arange(20) % 17
ROWS = X.flatten()[:320].view(20, 16).clone()


def back(function):
    """What five inputs get from a function of `X`."""
    leaf = X.clone().requires_grad_()
    (function(leaf) * X.flip(0)).sum().backward()
    return leaf.grad[3, :5]


def learned():
    """What batch norm keeps of a batch."""
    mean, spread = torch.zeros(17), torch.ones(17)
    F.batch_norm(X, mean, spread, training=True)
    return torch.cat([mean[:3], spread[:3]])


@pytest.mark.parametrize(("expression", "recorded"), [
    ("x.softmax(1)[0, :5]",
     "9d7f823c902a7e3cd3901c3d0358023ded01eb3d"),
    ("x.softmax(0)[0, :5]",
     "2a2c693ce59a143ce2e3243da707f33c8fe5833d"),
    ("x[:5, :5].softmax(1)[0]",
     "77df963da0ec923d8c02353eaeb1163e6fd9073f"),
    ("x.log_softmax(1)[1, :5]",
     "21a4a4c01e7a38c048f529c0bc6a36c06622a0c0"),
    ("F.layer_norm(x, (17,))[0, :5]",
     "360581bf15af84bfb7c381bd0cba85be53bf8f3f"),
    ("F.layer_norm(x[:, :5], (5,), x[0, :5], x[1, :5])[2]",
     "956a993e752fc83ee37c213ff79b2f3fbc8b0fbf"),
    ("F.batch_norm(x, None, None, x[0], x[1], True)[2, :5]",
     "82b893bfdacc863e3827053f45d6bd3e977688bf"),
    ("F.cross_entropy(x, t).view(1)",
     "a61e4940"),
    ("F.nll_loss(x, t, reduction='sum').view(1)",
     "9b92fcbf"),
    ("back(lambda v: v.softmax(1))",
     "4f2624bb4008323c13beff3b6555323c9c5cb4bc"),
    ("back(lambda v: v.softmax(0))",
     "5f6cc03b8ff2a13c62fded3c5884483d620f2bbd"),
    ("back(lambda v: v.log_softmax(1))",
     "146353be24c2393f957a183f44ae9d3e62c702c0"),
    ("x[:, 0].logcumsumexp(0)[-5:]",
     "51d43140afe634404cc33c405fc93e40a1174840"),
    ("F.avg_pool2d(x[None, None], 3)[0, 0, 1]",
     "9209053e68c65fbec584333ea467b73e3a2ad6bd"),
    ("F.mish(x)[0, :4]", "7ad09dbe0d049ebe414e05bef8284dbe"),
    ("F.elu(x)[0, :4]", "70f52cbfd0212fbf23f862be8d3ab4be"),
    ("F.silu(x)[1, :4]", "3c9686bed018b93eb1e00b3f6be1c53e"),
    ("torch.atan2(x[0, :4], x[1, :4])", "0a8e23c08c908ebfb49b9cbe328320bf"),
    ("x.sigmoid()[0, :5]",
     "d8ce7a3ed5d1753ebc17e03e9251c93ea346333f"),
    ("F.silu(x)[0, :5]",
     "502f8dbeeaa28dbe819ce0bd1fb22ebe4127183f"),
    ("F.softplus(x)[0, :5]",
     "f1d78f3e088d8c3e2b60133feac5ff3e303c9a3f"),
    ("back(torch.tanh)",
     "fe2668beedcb2b3fa1b1ff3ef44a4f3e4c53e2bf"),
    ("F.linear(rows, rows[:7])[5]",
     "3281c7c024919ac000fddf3d3cdbb33f34630dc0b5db6a41ebf976c0"),
    ("F.linear(rows, rows[:1], x[0, :1])[:5, 0]",
     "254044416bd6ed3f908718bf088f0fbf95ccd6bf"),
    ("(rows @ rows[3])[:5]",
     "02a8103fb45325c04353a2c06497c941344883bf"),
    ("F.binary_cross_entropy(x.sigmoid(), x.flip(0).sigmoid()).view(1)",
     "5431493f"),
    ("learned()",
     "051457bcf1200fbbc5719fbc0798753f2e66813f6c826f3f"),
])  # fmt: skip
def test_float32_is_rounded_where_torch_rounds(expression, recorded):
    names = {"x": X, "t": T, "F": F, "back": back, "learned": learned,
             "rows": ROWS, "torch": torch}
    assert eval(expression, names).numpy().tobytes().hex() == recorded
