# what beginners meet between a layer and its loss
import torch
import torch.nn.functional as F
from torch import nn


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__ + ":", str(error).split("\n")[0])


x, scores = torch.ones(4, 3), torch.zeros(4, 2)
labels = torch.tensor([0, 1, 1, 0])
attempt(lambda: nn.Linear(2, 1)(x))
attempt(lambda: nn.Linear(3, 1)(x.long()))
attempt(lambda: nn.Linear(3, 1)(x.double()))
attempt(lambda: F.cross_entropy(scores, labels.float()))
attempt(lambda: F.cross_entropy(scores, labels[:3]))
attempt(lambda: F.cross_entropy(scores, labels + 1))
attempt(lambda: F.cross_entropy(scores, labels.view(4, 1)))
attempt(lambda: F.binary_cross_entropy(scores + 2, torch.ones(4, 2)))
attempt(lambda: F.binary_cross_entropy(scores, torch.ones(4)))
attempt(lambda: F.binary_cross_entropy_with_logits(scores[:, 0], torch.ones(4, 1)))
attempt(lambda: nn.Embedding(3, 2)(torch.tensor([3])))
attempt(lambda: nn.Embedding(3, 2)(torch.tensor([0.5])))
attempt(lambda: nn.Conv2d(3, 4, 3)(torch.ones(1, 1, 8, 8)))
attempt(lambda: nn.Conv2d(1, 4, 5)(torch.ones(1, 1, 3, 3)))
attempt(lambda: nn.BatchNorm1d(3)(torch.ones(1, 3)))
attempt(lambda: nn.BatchNorm2d(3)(x))
attempt(lambda: nn.LSTM(3, 2)(torch.ones(2, 2, 4)))
attempt(lambda: torch.cat([x, scores]))
attempt(lambda: torch.stack([x, scores]))
attempt(lambda: x.view(5, -1))
attempt(lambda: nn.MaxPool2d(4)(torch.ones(1, 1, 2, 2)))
attempt(lambda: nn.LayerNorm(4)(x))
attempt(lambda: F.one_hot(torch.tensor([0, 5]), 3))
attempt(lambda: F.mse_loss(scores, torch.ones(4, 3)))

# targets of images that do not fit, and weights of pairs
for shape in ((2, 2, 3), (2, 2), (2, 2, 2, 1)):
    for image in (torch.zeros(2, 3, 2, 2), torch.zeros(2, 3, 4)):
        try:
            F.nll_loss(image, torch.zeros(shape, dtype=torch.int64))
        except RuntimeError as error:
            print(error)
for loss in (F.mse_loss, F.l1_loss, F.huber_loss):
    print(loss(torch.ones(2), torch.zeros(2), weight=torch.tensor([1.0, 3.0])))
    try:
        loss(torch.ones(2, 3), torch.zeros(2, 3), weight=torch.ones(3))
    except ValueError as error:
        print(error)
for layer in (torch.nn.LSTM(3, 2), torch.nn.GRU(3, 2)):
    print(layer(torch.ones(2, 0, 3))[0].grad_fn)
    try:
        layer(torch.ones(0, 2, 3))
    except RuntimeError as error:
        print(error)

# grids that do not fit the images, and windows that are not told
image = torch.zeros(1, 2, 4, 4)
for shape in ((1, 2, 2), (1, 2, 2, 2, 3), (2, 2, 2, 2), (1, 2, 2, 3)):
    for images in (image, image.unsqueeze(-1), image.double()):
        try:
            F.grid_sample(images, torch.zeros(shape), align_corners=False)
        except RuntimeError as error:
            print(error)
for function in (F.max_pool1d, F.max_pool2d, F.adaptive_max_pool2d, F.fractional_max_pool2d,
                 F.threshold):
    try:
        function(image)
    except TypeError as error:
        print(error)
