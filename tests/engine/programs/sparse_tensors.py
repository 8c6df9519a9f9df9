# Sparse tensors: what is stored, what they print, and the gradients of what is stored
import copy
import io
import warnings

import torch

warnings.simplefilter("ignore")


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


places = torch.tensor([[0, 1, 1, 1], [2, 0, 2, 2]])
values = torch.tensor([3.0, 4.0, 5.0, 6.0], requires_grad=True)
u = torch.sparse_coo_tensor(places, values, (2, 3))
c = u.detach().coalesce()
dense, w = torch.arange(6.0).reshape(2, 3), torch.arange(6.0).reshape(3, 2).requires_grad_()
print(u, c, type(c), c.layout, c.is_sparse, u._nnz(), c._nnz(), c.shape, c.dtype, c.sparse_dim())
print(u.is_coalesced(), c.indices(), c.values(), u.to_dense())
attempt(lambda: u.indices())
attempt(lambda: dense.coalesce())
print(dense.to_sparse(), dense.to_sparse(1), torch.sparse_coo_tensor((2, 3)))
print(torch.sparse_coo_tensor([[0, 1], [1, 0]], [1, 2], dtype=torch.float64))
for result in (c + c, u.detach() + c, c - c, c * 2, 2 * c, c / 2, c * c, c * dense, -c, dense + c):
    print(result)
for result in (c.t(), c.unsqueeze(0), c[0], c[:, 0], c[0, 2], torch.cat([c, c]), c.double()):
    print(result)
for result in (c.sqrt(), torch.sin(c), c.relu(), c**2, c.sum(), c.sum(0), c.norm()):
    print(result)
print(torch.sparse.sum(c), torch.sparse.sum(c, dim=0), torch.sparse.softmax(c, dim=1))
print(torch.sparse.log_softmax(c, dim=1), dense.sparse_mask(c), torch.zeros_like(c))
print(c @ torch.ones(3), torch.sparse.mm(c, c.t()), torch.sparse.addmm(torch.ones(2, 2), c, w))
attempt(lambda: c + dense)
attempt(lambda: c.numpy())
attempt(lambda: c.reshape(6))
attempt(lambda: torch.sparse_coo_tensor(places[:, :2], torch.ones(3), (2, 3)))
rows = dense.to_sparse_csr()
print(rows, rows.crow_indices(), rows.col_indices(), rows.values(), rows @ w, dense.to_sparse_csc())

for multiply in (torch.sparse.mm, torch.mm, torch.matmul):
    values.grad = w.grad = None
    y = multiply(torch.sparse_coo_tensor(places, values, (2, 3)), w)
    print(y, y.grad_fn.name())
    y.sum().backward()
    print(values.grad, w.grad)
x = torch.tensor([[0.0, 2.0], [3.0, 0.0]], requires_grad=True)
for make in (
    lambda: x.to_sparse().to_dense(), lambda: (x.to_sparse() * 2).to_dense(),
    lambda: torch.sparse.sum(x.to_sparse()), lambda: x.to_sparse().sum(),
    lambda: torch.sparse.softmax(x.to_sparse(), 1).to_dense(), lambda: x.to_sparse().values(),
    lambda: (x.to_sparse() + x.to_sparse()).to_dense(), lambda: x.to_sparse().t().to_dense(),
    lambda: (x.to_sparse() * x.to_sparse()).to_dense(), lambda: x.to_sparse() @ torch.ones(2),
    lambda: torch.sparse.mm(x.to_sparse(), x.to_sparse()).to_dense(), lambda: x + x.to_sparse(),
    lambda: torch.sparse.sum(x.to_sparse(), dim=0).to_dense(), lambda: (-x.to_sparse()).to_dense(),
    lambda: x.sparse_mask(torch.eye(2).to_sparse()).to_dense(),
    lambda: x.to_sparse_csr() @ torch.ones(2, 1),
):
    x.grad = None
    y = make()
    print(y, y.grad_fn.next_functions[0][0].name())
    (y * y).sum().backward()
    print(x.grad)
leaf = torch.sparse_coo_tensor(places, torch.ones(4), (2, 3), requires_grad=True)
torch.sparse.mm(leaf, w.detach()).sum().backward()
print(leaf, leaf.grad)
torch.sparse.mm(leaf, w.detach()).sum().backward()
print(leaf.grad)

print(copy.deepcopy(leaf), copy.copy(c).is_coalesced())
memory = io.BytesIO()
torch.save({"adjacency": c, "rows": rows}, memory)
memory.seek(0)
print(torch.load(memory))

# One layer of a graph network: the neighbours' mean, then a linear map.
torch.manual_seed(0)
adjacency = torch.eye(3) + torch.tensor([[0.0, 1, 0], [1, 0, 1], [0, 1, 0]])
hidden = torch.nn.Linear(2, 2)
out = torch.sparse.mm((adjacency / adjacency.sum(1, True)).to_sparse(), hidden(torch.rand(3, 2)))
out.relu().sum().backward()
print(out, hidden.weight.grad)
# Transposed, also what is stored twice, with values that are vectors, and by rows.
twice = torch.sparse_coo_tensor(places, values, (2, 3)).t()
print(twice, twice.coalesce(), twice.to_dense().sum(), u.detach().mT, u.detach().permute(1, 0))
rest = torch.sparse_coo_tensor(places[:, 1:], torch.arange(6.0).reshape(3, 2), (2, 3, 2))
print(rest.transpose(0, 1), rest.permute(1, 0, 2), rows.t(), rows.t().t().layout)
attempt(lambda: rest.t())
attempt(lambda: rest.transpose(1, -1))
attempt(lambda: rest.permute(2, 1, 0))

print(torch.sparse_coo_tensor(size=(2, 3)), torch.sparse_coo_tensor((2, 3), dtype=torch.long))
starts, others = torch.tensor([0, 2, 4]), torch.tensor([0, 1, 0, 1])
kept = torch.tensor([1, 2, 3, 4])
for stored in (torch.sparse_csr, torch.sparse_csc):
    print(torch.sparse_compressed_tensor(starts, others, kept, layout=stored).to_dense())

# The constructors of old take indices and values, or a size alone
for old in (torch.sparse.FloatTensor, torch.sparse.LongTensor):
    attempt(lambda old=old: old(torch.tensor([[0, 1]]), torch.tensor([1.0, 2.0]), (3,)))
    attempt(lambda old=old: old(torch.tensor([[0, 1]]), torch.tensor([1, 2])))
    attempt(lambda old=old: old(2, 3))
    attempt(lambda old=old: old([2, 3]))

# Zeros that are stored stay stored in every layout.
held = torch.sparse_coo_tensor(torch.tensor([[1, 0], [0, 1]]), torch.tensor([0.0, 2.0]), (2, 2))
rows = held.to_sparse_csr()
print(rows, rows.to_sparse(), rows.to_sparse_csc(), rows.to_sparse_csc().to_sparse_coo())
twice = torch.sparse_coo_tensor(torch.tensor([[1, 0, 1], [0, 0, 0]]), torch.tensor([0.0, 2, 3]))
print(twice.to_sparse_csr(), twice.to_sparse_csc())
bands = torch.arange(9).reshape(3, 3)
for layout in (torch.sparse_coo, torch.sparse_csr, torch.sparse_csc, torch.strided):
    try:
        print(torch.sparse.spdiags(bands, torch.tensor([0, -1, -2]), (3, 3), layout=layout))
    except RuntimeError as error:
        print(error)
for offsets in (torch.tensor([0, 0, 1]), torch.tensor([0, 1]), torch.tensor([0.0, 1, 2])):
    try:
        torch.sparse.spdiags(bands, offsets, (3, 3))
    except RuntimeError as error:
        print(error)
# Products of what is dense with what is sparse, and of shapes that do not fit.
wide = torch.tensor([[0.0, 2, 0], [3, 0, 4]]).to_sparse()
tall = torch.arange(6.0).view(3, 2).requires_grad_()
for left, right in ((tall, wide), (tall, tall.T), (wide, wide.t()), (wide, wide), (wide, tall[0]),
                    (wide, tall.T), (tall, tall), (wide, tall[None]), (tall.detach(), wide.t())):
    attempt(lambda left=left, right=right: torch.sparse.mm(left, right))
# Operands given by name
square, dense = torch.tensor([[1.0, 0], [0, 2]]).to_sparse(), torch.arange(4.0).reshape(2, 2)
print(square.mm(mat2=dense), torch.mm(input=square, mat2=dense))
print(torch.mv(input=square, vec=dense[1]))
print(torch.addmm(input=dense, mat1=square, mat2=dense), torch.matmul(square, other=dense))
print(torch.mul(input=square, other=2), torch.add(input=square, other=square))
