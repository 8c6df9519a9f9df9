# what torch says of tensors of another rank or length than a function wants
import torch

whole = torch.tensor([0])
CALLS = {
    "select_scatter": lambda t: t.select_scatter(torch.ones(3), 0, 0),
    "slice_scatter": lambda t: torch.slice_scatter(t, torch.ones(7)),
    "diagonal_scatter": lambda t: t.diagonal_scatter(torch.ones(1)),
    "hsplit": lambda t: t.hsplit(3),
    "vsplit": lambda t: t.vsplit([1]),
    "dsplit": lambda t: t.dsplit([1]),
    "rot90": lambda t: torch.rot90(t, 1, (0, 0)),
    "fliplr": torch.fliplr,
    "flipud": torch.flipud,
    "adjoint": lambda t: t.adjoint(),
    "mH": lambda t: t.mH,
    "sum_to_size": lambda t: t.sum_to_size(2, 2, 2),
    "block_diag": lambda t: torch.block_diag(t, t),
    "index_copy": lambda t: t.index_copy(0, whole, t),
    "masked_scatter": lambda t: t.masked_scatter(t == t, torch.ones(1)),
    "put": lambda t: t.put(whole, torch.ones(1)),
    "repeat_interleave": lambda t: t.repeat_interleave(torch.tensor([1, 2, 3, 4, 5])),
    "expand": lambda t: t.expand(3, -1, -1, -1),
    "squeeze": lambda t: t.squeeze((0, 0)),
    "bucketize": lambda t: torch.bucketize(t, t),
    "embedding": lambda t: torch.nn.functional.embedding(whole, t),
    "split": lambda t: t.split([1, 1], -1),
    "cartesian_prod": lambda t: torch.cartesian_prod(t, t),
    "broadcast_tensors": lambda t: torch.broadcast_tensors(t, torch.ones(5, 4)),
    "broadcast_shapes": lambda t: torch.broadcast_shapes(t.shape, (5, 4)),
    "corrcoef": lambda t: t.corrcoef(),
    "stride": lambda t: t.stride(1),
    "vector_norm": lambda t: t.norm(float("inf")),
    "argmax": lambda t: t.argmax(keepdim=True),
    "any": lambda t: torch.any(t, dim=()),
    "where": lambda t: torch.where(t > 0),
    "unique": lambda t: t.unique(dim=0),
    "sum": lambda t: t.sum(dtype=torch.uint8),
    "mean": lambda t: t.mean(dtype=torch.int32),
    "cat": lambda t: torch.cat([t, torch.empty(0)], -1),
}
for name, call in CALLS.items():
    for t in (torch.tensor(1.0), torch.empty(0), torch.tensor([1.0, 2.0, 3.0]),
              torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.ones(2, 2, 2), torch.ones(2, 0)):
        try:
            print(name, list(t.shape), call(t))
        except Exception as error:
            print(name, list(t.shape), type(error).__name__, error)
