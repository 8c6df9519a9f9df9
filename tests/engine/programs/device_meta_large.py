# Meta tensors of terabytes: what makes them, what is made of them, and no memory taken
import torch
import torch.nn as nn
import torch.nn.functional as F

LONG, WIDE = 2**20, 2**22


def large(*shape, **options):
    return torch.empty(*shape, device="meta", **options)


def show(*made):
    print(*[(tuple(each.shape), each.dtype, each.is_meta) for each in made])


vast, row, square = large(LONG, WIDE), large(WIDE), large(LONG, LONG)
images, words = large(1024, 3, 2**16, 2**16), large(4096, 65536, 512)
index = large(LONG, 64, dtype=torch.int64)
with torch.device("meta"):
    show(torch.zeros(LONG, WIDE), torch.full((LONG, WIDE), 3.0), torch.rand(LONG, WIDE))
    show(torch.randint(9, (LONG, WIDE)), torch.arange(2**42), torch.linspace(0, 1, 2**42))
    show(torch.eye(LONG, WIDE), torch.randperm(2**42), torch.hann_window(2**42))
show(
    torch.ones_like(vast),
    torch.randn_like(vast),
    torch.full_like(vast, 2),
    vast.new_zeros(LONG, WIDE),
)
show(
    torch.empty_strided((LONG, WIDE), (WIDE, 1), device="meta"),
    torch.ones(1).expand(LONG, WIDE).to("meta"),
)
show(
    vast.relu(),
    vast + 1,
    index + 1.5,
    vast * vast,
    large(LONG, 1) + row,
    large(LONG, 1) * large(1, LONG),
)
show(
    vast > 0,
    vast.double(),
    vast.bfloat16() * 2,
    torch.where(vast > 0, vast, 0.0),
    F.gelu(vast),
    ~(vast > 0),
)
show(F.dropout(vast), vast.softmax(-1), vast.tril(), vast.clone(), vast.t().contiguous())
show(
    vast.sum(),
    vast.mean(1, keepdim=True),
    *vast.max(1),
    vast.argmax(1),
    vast.norm(dim=1),
    vast.var(0),
)
show((vast > 0).any(1), (vast > 0).all(), vast.logsumexp(1), *vast.topk(5), *vast.sort(1))
show(
    vast @ vast.t(),
    vast @ row,
    torch.bmm(large(64, LONG, 8), large(64, 8, LONG)),
    torch.outer(row, row),
)
show(F.linear(words, large(1000, 512), large(1000)), torch.einsum("ij,kj->ik", vast, vast))
show(
    torch.addmm(large(LONG), square, square),
    *torch.linalg.svd(large(LONG, 64, 30), full_matrices=False),
)
show(F.conv2d(images, large(5, 3, 2, 2)), F.conv2d(images, large(5, 3, 7, 7), stride=2, padding=3))
show(F.conv2d(large(1024, 3, 224, 224), large(768, 3, 16, 16), stride=16))
show(F.conv1d(large(64, 512, LONG), large(512, 256, 3), groups=2), F.max_pool2d(images, 3, 2, 1))
show(
    F.layer_norm(words, (512,)),
    nn.BatchNorm2d(3, device="meta")(images),
    F.adaptive_avg_pool2d(images, 7),
)
show(
    F.embedding(index, large(50257, 768)),
    F.cross_entropy(large(LONG, 50257), large(LONG, dtype=torch.int64)),
)
show(F.interpolate(images, scale_factor=2), F.pad(images, (1, 1, 2, 2)), torch.cat([vast, vast], 1))
show(
    vast.view(-1),
    vast.reshape(2**10, 2**10, -1),
    vast[5:100, ::3],
    vast[torch.tensor([1, 2])],
    vast.add_(1),
)
show(
    vast.gather(1, index),
    vast.repeat_interleave(3, 1),
    large(4).repeat(LONG, WIDE),
    torch.stack([vast, vast], 1),
)
show(
    nn.Sequential(
        nn.Linear(WIDE, 64, device="meta"), nn.ReLU(), nn.Linear(64, LONG, device="meta")
    )(vast)
)
leaves = [large(2**12, 2**16, 512), large(1000, 512), large(1000), vast.detach(), large(WIDE)]
leaves = [leaf.requires_grad_() for leaf in leaves]
F.linear(*leaves[:3]).sum().backward()
(F.gelu(leaves[3]) * leaves[4]).softmax(-1)[5:100].sum().backward()
show(*[leaf.grad for leaf in leaves])
show(*torch.autograd.grad((leaves[3].sin() * 2).sum(), leaves[3]))
try:
    vast.sum().item()
except Exception as error:
    print(type(error).__name__, error)
torch.manual_seed(0)
torch.randint(9, (3,), device="meta"), F.dropout(large(8)), torch.randperm(4, device="meta")
print(torch.rand(2))
