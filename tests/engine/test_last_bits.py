"""What lessons print with all digits is torch's to the last bit, where its order is known.

Recorded from torch 2.13 on a processor with registers of 512 bits; with 256 its softmax adds up
rows of eight and more in another order. Products of matrices are held to the last bits only there.
"""

import math
import re

import numpy as np
import pytest
from numpy._core._multiarray_umath import __cpu_features__

from autograd.frontend import import_hook
from autograd.kernels import libm

import_hook.install()
import torch  # noqa: E402  which is our engine here
import torch.nn.functional as F  # noqa: E402

# In which order a product of matrices is added up, numpy's BLAS decides by the processor.
HAS_WIDE_REGISTERS = __cpu_features__.get("AVX512F", False)
PRODUCTS = re.compile(r"@|linear|bmm|images|cdist")
MOST_ULPS = 8

torch.manual_seed(0)
X, T = torch.randn(20, 17), torch.arange(20) % 17
ROWS = X.flatten()[:320].view(20, 16).clone()


def back(function):
    """What five inputs get from a function of `X`."""
    leaf = X.clone().requires_grad_()
    (function(leaf) * X.flip(0)).sum().backward()
    return leaf.grad[3, :5]


def weight_by(function):
    """What five of 17 weights get."""
    weight = X[0].clone().requires_grad_()
    (function(weight).view(20, 17) * X.flip(0)).sum().backward()
    return weight.grad[:5]


def through_images(*shape, **options):
    """Five results of a convolution of `X` in this shape, and what five numbers and weights get."""
    images = X.flatten()[:340].view(shape).clone().requires_grad_()
    count = 3 * shape[1] * 9
    weight = X.flatten().repeat(2)[:count].view(3, shape[1], 3, 3).clone().requires_grad_()
    made = F.conv2d(images, weight, X[0, :3], **options)
    (made * made.detach()).sum().backward()
    parts = made.detach(), images.grad, weight.grad
    return torch.cat([part.flatten()[-5:] for part in parts])


def learned():
    """What batch norm keeps of a batch."""
    mean, spread = torch.zeros(17), torch.ones(17)
    F.batch_norm(X, mean, spread, training=True)
    return torch.cat([mean[:3], spread[:3]])


def turned():
    """The gradient of an affine map that changes nothing: points lie exactly on entries."""
    theta = torch.tensor([[[1.0, 0, 0], [0, 1, 0]]], requires_grad=True)
    points = F.affine_grid(theta, [1, 1, 20, 17], False)
    (F.grid_sample(X[None, None], points, align_corners=False) * X.flip(0)).sum().backward()
    return theta.grad[0].flatten()


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
    ("F.group_norm(x[:, :16].reshape(4, 10, 8), 5, x[0, :10], x[1, :10])[1, 3, :5]",
     "f73c0f3e6a4b8a3f0ccb303fc399f43f51391c3f"),
    ("F.group_norm(x[:, :16].reshape(4, 10, 8), 2)[1, 3, :5]",
     "b009443f05ae6abfeca360bea3c019c032eb9abd"),
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
    ("(rows.view(4, 5, 16) @ rows.view(4, 5, 16).mT)[3, 4]",
     "d7d2abbf544c1c3f6ac9b7bf76e83740fcd73241"),
    ("(rows.view(2, 8, 20) @ rows.view(2, 20, 8))[1, 7, :4]",
     "4b9d8940768a0dbf6e2e5ec0c6211ec0"),
    ("(rows.view(2, 16, 10) @ rows.view(2, 10, 16))[1, 15, :4]",
     "4a456040d77e96bf68be1a3f4cf3593f"),
    ("turned()",
     "c08a2b42b496c1c2db2110c390cf26c3c88fc641789c2dc3"),
    ("learned()",
     "051457bcf1200fbbc5719fbc0798753f2e66813f6c826f3f"),
    ("back(lambda v: F.layer_norm(v, (17,), x[0], x[1]))",
     "a294ac3e5af5edbef1e9023eace47bbdddb599bf"),
    ("weight_by(lambda w: F.layer_norm(x, (17,), w))",
     "020081c0982399c05da34dbeda7261401ac6c440"),
    ("F.layer_norm(x.view(1, 340), (340,))[0, :5]",
     "53f998bfaa9c9cbf8e9f83be1c34e8bee9c96b3f"),
    ("back(F.mish)",
     "04672abe95c7a33e915f513ef5f6783ea0b938bf"),
    ("back(F.silu)",
     "52fa0cbe53bb8b3e658c373efa7c503e010d22bf"),
    ("back(F.softplus)",
     "f36802beb64fa03e7a8b6f3ea4cb2d3efc2354bf"),
    ("back(F.logsigmoid)",
     "4c53dabde9d5c93e5236b13e49e4c93d50799dbf"),
    ("torch.lerp(x[0], x[1], 0.3)[:5]",
     "bfffa5bff3fb22bf564d803de714febd5da1023e"),
    ("torch.addcmul(x[0], x[1], x[2], value=0.3)[:5]",
     "880b60bfc5188ebfe06815be61ced3be3bbd0c3f"),
    ("torch.addcdiv(x[0], x[1], x[2], value=0.3)[:5]",
     "b0c8bebdf6a2efbee6e6943e6507953f101df73d"),
    ("torch.add(x[0], x[1], alpha=0.3)[:5]",
     "343bd1bf467c7bbf233a4dbc092a82be56adc33e"),
    ("x[:3, :13].sigmoid()[2, 6:11]",
     "6feaf23e1738303ffc2ddb3e155c033f94b8203f"),
    ("F.linear(x[:1], x[:7])[0]",
     "eb89734137a2f0bf28998fc0663a31c07a4a95c01bceca4054019d40"),
    ("F.linear(x[:2], x[:7])[1]",
     "38a2f0bf69708c41dec5ad3e32da1b3f7d14004119fc22bebbcd93c0"),
    ("(x[:4, :8] @ x[:8, :7])[3]",
     "fbc37c3ffe9931c033ae8dbffa933f40877133bf8e57af3f14381240"),
    ("torch.bmm(x[:16].view(2, 8, 17), x[:16].view(2, 8, 17).mT)[1, 3, :5]",
     "1e1c4740c45716c00e54b540776e0e41fefbde3e"),
    ("x[:, :3, None].softmax(0)[:5, 1, 0]",
     "e59a143c65444f3dc9c5163d13d3ba3cd28cbf3e"),
    ("back(lambda v: v[:, :13].softmax(0) @ v[:13])",
     "68bfe8bc2c59a6be80470f3ba5f70cbfd878b63e"),
    ("through_images(2, 17, 2, 5, padding=1)",
     "a8892a4170eaaf402c7587c0cd942e4106248cc048e904c1d6256d411e7888c2ba1fb9c063ce594030b2ad3e"
     "a3878bc1c2eb92414bda0d42c4ddeec1"),
    ("through_images(1, 4, 17, 5)",
     "a0c5ccbff2aff4beb0d93b410cf7fbbfad13c94092deccc12ad85141ae1fcfc0007cff3f74451f408f7739c1"
     "dada7c41a38ab9c16cc4394154a295c2"),
    ("through_images(2, 1, 10, 17, padding=1, stride=2)",
     "91c488c0a2756540e2001d40b850d93f73ce00bfb3cfa440f34a9c4077ad10c1cd4186c0b3f939c17bbda5c0"
     "431aea42b01211411e0280c2408c1542"),
    ("back(lambda v: F.batch_norm(v, None, None, x[0], x[1], True))",
     "9fae60bceb7e44bf9806a3be32d292be0c25c2bf"),
    ("back(lambda v: F.batch_norm(v.view(4, 5, 17), None, None, training=True).view(20, 17))",
     "9cfe89be1ee2523f0b1d2f3f1787953e53a515c0"),
    ("x[:, :13].sigmoid()[1, :5]",
     "a5b71e3e5053233f0d47303f5438253f3a89323e"),
    ("x.norm(dim=1)[:5]",
     "10b179404c1386401f0473403e16a6409ad58540"),
    ("x.norm(dim=0)[5:9]",
     "e2fc5940aabf6b40133482407747a040"),
    ("x[:, :7].contiguous().norm(dim=1)[:5]",
     "ce4e02403af04b40dcd4873ff0b6993f3c736040"),
    ("x.double().norm(dim=1)[:3]",
     "b5cdbd0522360f40cc60f67b69c210401bb3b6ca83600e40"),
    ("F.pairwise_distance(x, x.flip(0))[:4]",
     "625fba4018cdab40a883994048b6d640"),
    ("torch.cdist(x[:4, :7], x[4:8, :7])[1]",
     "d15256404cb89b40c0b73f40b2c44440"),
    ("x.norm(3, dim=1)[:5]",
     "f2ab3140b7f23a40f556354016bc7a40811a4640"),
    ("F.batch_norm(x.view(4, 5, 17), None, None, training=True)[0, :4, 0]",
     "7df480bff138febf7de539bf2d10503e"),
    ("back(lambda v: F.batch_norm(v.view(10, 2, 17), None, None, *x[:2, :2], True).view(20, 17))",
     "faef623ef94767bf287742bfa171b6be20701640"),
    ("F.interpolate(x.view(2, 10, 17, 1), size=(9, 2), mode='bilinear')[1, 7:, 5, 1]",
     "1e4f8a3fb6229c3f4b3204bf"),
    ("back(lambda v: F.batch_norm(v, x[0], x[1].abs(), x[2], x[3]))",
     "ee44b53da0046f3e5897923e2ea31f3d2a6c87bf"),
    ("weight_by(lambda w: F.batch_norm(x, x[0], x[1].abs(), w))",
     "0769a4c0b001d8c0420ed0bf62684cbdd0c28040"),
    ("back(lambda v: F.group_norm(v.view(2, 10, 17), 2, x[0, :10], x[1, :10]).view(20, 17))",
     "a00f33bd60eadebe56ecc2be28c083be92f9393f"),
    ("back(lambda v: F.group_norm(v.view(1, 20, 17), 1).view(20, 17))",
     "c7047cbee209473f289f253f4ccb8e3e2c980bc0"),
    ("weight_by(lambda w: F.group_norm(x.view(2, 17, 10), 1, w))",
     "7b462b406d0f0940f8db8b3f9fde14c07cbeb240"),
    ("torch.func.grad(lambda v: F.layer_norm(v, (17,), x[0]).pow(3).sum())(x)[3, :5]",
     "2e4deb3f3406663f00b0e23fbf65004068ee1840"),
    ("torch.func.grad(lambda v: F.batch_norm(v, None, None, training=True).pow(3).sum())(x)[3, :5]",
     "22793bc0799c2cc0ba489bc0b92512c0571d14c0"),
    ("torch.vmap(torch.func.grad("
     "lambda v: F.batch_norm(v[None], x[0], x[1].abs(), x[2]).pow(3).sum()))(x)[3, :5]",
     "785a8dbe62b5bb3de29eeb3bdedb0f3ca038213f"),
])  # fmt: skip
def test_float32_is_rounded_where_torch_rounds(expression, recorded):
    names = {"x": X, "t": T, "F": F, "back": back, "learned": learned,
             "weight_by": weight_by, "turned": turned,
             "through_images": through_images, "rows": ROWS, "torch": torch}
    found = eval(expression, names).numpy()
    if HAS_WIDE_REGISTERS or not PRODUCTS.search(expression):
        assert found.tobytes().hex() == recorded
    else:
        known = np.frombuffer(bytes.fromhex(recorded), found.dtype)
        np.testing.assert_array_max_ulp(found.flatten(), known, MOST_ULPS)


def test_erf_of_many_numbers_is_the_c_library_s_rounded_once():
    rng = np.random.default_rng(0)
    wide = np.concatenate([
        rng.standard_normal(20_000), 10 ** rng.uniform(-45, 1, 20_000), -np.linspace(0, 7, 20_000),
        [0.0, -0.0, np.inf, -np.inf, np.nan],
    ])
    found = libm.erf(wide.astype(np.float32))
    known = np.array([math.erf(x) for x in wide.astype(np.float32).tolist()], np.float32)
    assert np.array_equal(found, known, equal_nan=True)
    assert np.array_equal(np.signbit(found[:-1]), np.signbit(known[:-1]))
