# of several settings that do not fit, the one that torch names first
import torch
import torch.nn.functional as F


def shown(function, *args, **options):
    try:
        print(tuple(function(*args, **options).shape))
    except Exception as error:
        print(type(error).__name__, error)


signal, image, block = torch.ones(1, 1, 5), torch.ones(1, 1, 4, 3), torch.ones(1, 1, 3, 4, 5)
for function, x in ((F.conv1d, signal), (F.conv2d, image), (F.conv3d, block)):
    for sizes in ((1, 1, 2), (1, 1, 2, 2), (2, 2), (1, 2, 2)):
        for options in ({}, {"groups": 0, "stride": 0}, {"groups": -1}, {"stride": (1,)},
                        {"stride": (1,), "padding": (1,), "dilation": (1,)},
                        {"stride": (1, 1, 1, 1)}, {"padding": "same"},
                        {"padding": "valid"}, {"padding": -1, "stride": 0}):
            shown(function, x, torch.ones(sizes), **options)
for options in ({"groups": 0}, {"output_padding": -1}, {"output_padding": (0, 0)}, {"padding": -1}):
    shown(F.conv_transpose1d, signal, torch.ones(1, 1, 2), **options)

for name in ("avg_pool1d", "avg_pool2d", "avg_pool3d", "max_pool1d", "max_pool2d", "max_pool3d"):
    for sizes in ((2,), (2, 2), (2, 0, 2), (2, 2, 2), (2, 2, 2, 2)):
        for size in (-1, (2, 1), (None, 1), (), (-1, 0, 2), None, 2.0):
            shown(getattr(F, f"adaptive_{name}"), torch.ones(sizes), size)

shown(F.prelu, torch.ones(2, 8), torch.ones(8, 1))
nan, inf = float("nan"), float("inf")
for row in ([1.0, 1.0, nan], [1.0, inf, nan], [inf, -1.0], [1.0, -1.0, inf]):
    shown(torch.multinomial, torch.tensor(row), 2, replacement=True)
square = torch.arange(16.0).reshape(4, 4)
shown(torch.as_strided_scatter, square, torch.ones(2, 2), (2, 2), (200, 200))
for order in ((0, 2), (0, 0), (0,), (0, -1)):
    shown(torch.empty_permuted, (2, 3), order)
for make in (lambda: torch.empty(2, -1), lambda: torch.FloatTensor(-3), lambda: torch.randperm(-2),
             lambda: torch.fft.fftfreq(-1), lambda: square.repeat(1, -1), lambda: torch.ones(-1)):
    shown(make)
