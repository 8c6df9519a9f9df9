"""Statements of linear algebra and Fourier transforms, for `fuzz` to draw."""

PRODUCTS = """
{x}.T @ {x}
{x} @ {x}.mT
torch.dot({x}, {y})
torch.outer({x}, {y})
torch.mm({x}, {y})
torch.bmm({x}, {y})
torch.matmul({x}, {y})
torch.kron({x}, {y})
torch.einsum("...i,...i->...", {x}, {y})
torch.einsum("i,j->ij", {x}, {y})
torch.einsum("ij,jk->ik", {x}, {y})
torch.einsum("ij->j", {x})
torch.einsum("ij,ij->", {x}, {y})
torch.einsum("bij,bij->b", {x}, {y})
torch.pdist({x})
torch.matrix_power({x}, 2)
torch.matrix_exp({x})
torch.det({x})
torch.linalg.det({x})
torch.linalg.slogdet({x})
torch.linalg.inv({x})
torch.inverse({x})
torch.linalg.cholesky({x} @ {x}.mT + torch.eye({x}.shape[-2]))
torch.linalg.cholesky({x})
torch.linalg.qr({x})
torch.linalg.qr({x}).R
torch.linalg.matrix_power({x}, {d})
torch.linalg.diagonal({x})
torch.mm({x}, {y}, out=torch.empty(0))
""".strip().split("\n")
