# what einsum says of equations that are none
import torch


def attempt(*arguments):
    try:
        print(torch.einsum(*arguments))
    except Exception as error:
        print(type(error).__name__, error)


a, b = torch.arange(6.0).view(2, 3), torch.arange(3.0)
for equation in (
    "ij->ii", "i.j", "i1", "i...j...", "ij..", "ij...->i...j...", "ij->i..j", "ij->i.", "i j - > i",
    "ij->ki", "ij->i ", "ij -> j i", "ij->i,j", "iä", "ijk...->i", "ijk->i", "...->", "...", "ii",
):  # fmt: skip
    attempt(equation, a)
for equation in ("ij,j->i->", "ij;j", "ij,,j", "...i,...i->...", "ij", "ij,ij"):
    attempt(equation, a, b)
attempt("ij,j", a, b, b)
attempt("ij,jk", [a, b])
attempt(a)
attempt("ij", [])
attempt("ij", 3)
attempt(3, a)
attempt("", torch.tensor(3.0))
attempt(",->", torch.tensor(3.0), torch.tensor(2.0))
attempt(a, [0, ...], [..., 0])
attempt(a, [0, 1], [0, 0])
attempt("...,...", torch.ones(4, 2, 3), torch.ones(3, 3))
attempt("iij,jj->i", torch.ones(2, 2, 3), torch.ones(3, 4))
attempt("...,ii...", torch.ones(4), torch.ones(2, 2, 3))
attempt("ij,ij", torch.ones(2, 1), torch.ones(3, 4))
