"""Which dtypes torch's kernels refuse, and in which words."""

import torch
import torch.nn.functional as F


def ask(label, function, *shapes):
    for name in ("bool", "uint8", "uint16", "int32", "int64", "bfloat16", "complex64"):
        dtype = getattr(torch, name)
        try:
            made = function(*(torch.ones(shape).to(dtype) for shape in shapes))
            print(label, name, made.dtype)
        except (RuntimeError, NotImplementedError) as error:
            print(label, name, type(error).__name__, error)


image, signal, volume, pair, many = (1, 3, 4, 4), (1, 3, 4), (1, 1, 4, 4, 4), (2, 3), (3,)
for mode in ("nearest", "bilinear", "bicubic", "nearest-exact"):
    ask(mode, lambda x: F.interpolate(x, scale_factor=2, mode=mode), image)
ask("linear", lambda x: F.interpolate(x, scale_factor=2, mode="linear"), signal)
ask("trilinear", lambda x: F.interpolate(x, scale_factor=2, mode="trilinear"), volume)
ask("avg_pool2d", lambda x: F.avg_pool2d(x, 2), image)
ask("avg_pool3d", lambda x: F.avg_pool3d(x, 2), volume)
ask("max_pool2d", lambda x: F.max_pool2d(x, 2), image)
ask("max_pool3d", lambda x: F.max_pool3d(x, 2), volume)
ask("conv2d", F.conv2d, (1, 1, 4, 4), (1, 1, 2, 2))
ask("conv3d", F.conv3d, volume, (1, 1, 2, 2, 2))
ask("conv_transpose2d", F.conv_transpose2d, (1, 1, 4, 4), (1, 1, 2, 2))
ask("unfold", lambda x: F.unfold(x, 2), image)
ask("reflect", lambda x: F.pad(x, (1, 1, 1, 1), mode="reflect"), image)
ask("replicate", lambda x: F.pad(x, (1, 1), mode="replicate"), signal)
ask("batch_norm", lambda x: F.batch_norm(x, None, None, training=True), pair)
ask("layer_norm", lambda x: F.layer_norm(x, (3,)), pair)
ask("group_norm", lambda x: F.group_norm(x, 1), pair)
ask("nll_loss", lambda x: F.nll_loss(x, torch.tensor([0, 1])), pair)
ask("glu", F.glu, (2, 4))
ask("prelu", F.prelu, pair, (1,))
ask("threshold", lambda x: F.threshold(x, 0, 0), many)
ask("hardtanh", F.hardtanh, many)
ask("hardswish", F.hardswish, many)
ask("hardshrink", F.hardshrink, many)
ask("mish", F.mish, many)
ask("soft_margin_loss", F.soft_margin_loss, many, many)
ask("cosine_similarity", F.cosine_similarity, pair, pair)
ask("pairwise_distance", F.pairwise_distance, pair, pair)
ask("pdist", F.pdist, pair)
ask("logit", lambda x: torch.logit(x, 0.5), many)
ask("ndtr", torch.special.ndtr, many)
ask("igamma", torch.igamma, many, many)
ask("erfcx", torch.special.erfcx, many)
ask("bessel_j0", torch.special.bessel_j0, many)
ask("zeta", torch.special.zeta, many, many)
ask("fft", torch.fft.fft, many)
ask("inv", torch.linalg.inv, (1, 1))
ask("det", torch.linalg.det, (1, 1))
ask("cholesky", torch.linalg.cholesky, (1, 1))
ask("eigvalsh", torch.linalg.eigvalsh, (1, 1))
ask("mm", torch.mm, (1, 1), (1, 1))
ask("flip", lambda x: x.flip(0), many)
ask("nonzero", torch.nonzero, many)
ask("argmax", torch.argmax, many)
ask("searchsorted", torch.searchsorted, many, many)
ask("index_select", lambda x: x.index_select(0, torch.tensor([0])), many)
ask("gather", lambda x: x.gather(0, torch.tensor([0])), many)
ask("trapezoid", torch.trapezoid, many)
ask("repeat_interleave", torch.repeat_interleave, many)
ask("inner", lambda x: torch.inner(x, torch.ones(3)), many)
ask("rms_norm", lambda x: F.rms_norm(x, (3,)), pair)
ask("matrix_power", lambda x: torch.linalg.matrix_power(x, 2), (2, 2))
ask("margin_ranking_loss", F.margin_ranking_loss, many, many, many)
ask("times 1j", lambda x: x * 1j, many)
ask("maximum", lambda x: torch.maximum(x, torch.tensor([1j])), many)
ask("clamp", lambda x: torch.clamp(x, 1j), many)
ask("isin", lambda x: torch.isin(x, torch.tensor([1.0])), many)
ask("bucketize", lambda x: torch.bucketize(torch.tensor([1.0]), x), many)
ask("cross", lambda x: torch.linalg.cross(x, torch.ones(3)), many)
ask("bmm", lambda x: torch.bmm(x, torch.ones(1, 3, 1)), (1, 1, 3))
ask("ldexp", lambda x: torch.ldexp(x, torch.ones(3, dtype=torch.int16)), many)
ask("rsub", lambda x: torch.rsub(x, torch.ones(3, dtype=torch.uint16)), many)
ask("dist", lambda x: torch.dist(x, torch.ones(3, dtype=torch.bool)), many)
ask("trapezoid of nothing", torch.trapezoid, (0,))
ask("random_", lambda x: x.random_(-300, 5), (0,))

# in place, a category that the target cannot hold is noticed before a kernel is asked for
kinds = [torch.tensor([2], dtype=kind) for kind in (torch.bool, torch.int64, torch.float32)]
kinds.append(torch.tensor([1j]))
for name in ("hypot", "atan2", "fmod", "remainder", "floor_divide", "copysign", "gcd", "xlogy",
             "bitwise_or", "bitwise_left_shift", "nextafter", "clamp_min", "lt", "ldexp",
             "float_power"):
    for target in kinds[:3]:
        for other in kinds:
            try:
                print(getattr(target.clone(), f"{name}_")(other))
            except (RuntimeError, NotImplementedError) as error:
                print(name, type(error).__name__, error)
