# F.pad, interpolate, unfold
import torch
import torch.nn.functional as F

x = torch.arange(4.0).reshape(1, 1, 2, 2)
print(F.pad(torch.tensor([1.0, 2.0]), (1, 2)), F.pad(x, (1, 1, 0, 1), value=9))
print(F.pad(x, (1, 1, 1, 1), mode="reflect"), F.pad(x, (1, 1, 1, 1), mode="replicate"))
print(
    F.interpolate(x, scale_factor=2),
    F.interpolate(x, size=(3, 3), mode="bilinear", align_corners=True),
)
print(
    F.unfold(x, 2),
    F.cosine_similarity(x[0, 0], x[0, 0] + 1),
    F.pairwise_distance(x[0, 0], x[0, 0] + 1),
)
