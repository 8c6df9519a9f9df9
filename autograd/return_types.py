"""The named tuples that torch returns from functions with several results, printed as it does."""

from __future__ import annotations

from autograd.dotted import Dotted

FIELDS = dict.fromkeys(
    ("max", "min", "median", "nanmedian", "mode", "kthvalue", "sort", "topk", "cummax", "cummin"),
    ("values", "indices"),
) | {
    "aminmax": ("min", "max"),
    "frexp": ("mantissa", "exponent"),
    "histogram": ("hist", "bin_edges"),
    "svd": ("U", "S", "V"),
    "qr": ("Q", "R"),
    "slogdet": ("sign", "logabsdet"),
    "triangular_solve": ("solution", "cloned_coefficient"),
    "linalg_svd": ("U", "S", "Vh"),
    "linalg_qr": ("Q", "R"),
    "linalg_eigh": ("eigenvalues", "eigenvectors"),
    "linalg_eig": ("eigenvalues", "eigenvectors"),
    "linalg_slogdet": ("sign", "logabsdet"),
    "linalg_lstsq": ("solution", "residuals", "rank", "singular_values"),
    "linalg_inv_ex": ("inverse", "info"),
    "linalg_cholesky_ex": ("L", "info"),
    "linalg_solve_ex": ("result", "info"),
    "linalg_lu": ("P", "L", "U"),
    "linalg_lu_factor": ("LU", "pivots"),
    "linalg_lu_factor_ex": ("LU", "pivots", "info"),
    "linalg_ldl_factor": ("LD", "pivots"),
    "linalg_ldl_factor_ex": ("LD", "pivots", "info"),
    "_lu_with_info": ("LU", "pivots", "info"),
    "lu_unpack": ("P", "L", "U"),
    "geqrf": ("a", "tau"),
    "histogramdd": ("hist", "bin_edges"),
}


class NamedResult(tuple, metaclass=Dotted):
    """A tuple whose entries have names; each function has a subclass, `torch.return_types.max`."""

    fields: tuple[str, ...] = ()

    def __setattr__(self, name, value):
        """Refuse, in the words that Python has for such tuples written in C."""
        if name in self.fields:
            raise AttributeError("readonly attribute")
        raise AttributeError(
            f"'{type(self).long_name}' object has no attribute '{name}'", name=name, obj=self)

    def __repr__(self):
        rows = [f"{name}={value!r}" for name, value in zip(self.fields, self)]
        return f"torch.return_types.{type(self).__name__}(\n" + ",\n".join(rows) + ")"


def _type(name: str, fields: tuple[str, ...]) -> type:
    members = {"fields": fields, "__module__": "torch.return_types", "__qualname__": name,
               "n_fields": len(fields), "n_sequence_fields": len(fields), "n_unnamed_fields": 0}
    for i, field in enumerate(fields):
        members[field] = property(lambda self, i=i: self[i])
    return Dotted(f"torch.return_types.{name}", (NamedResult,), members)


TYPES = {name: _type(name, fields) for name, fields in FIELDS.items()}


def kept(result, out) -> tuple:
    """The tensors `out`, which hold what `result` held, under torch's name of such a tuple."""
    if not isinstance(result, NamedResult):
        return type(result)(out)
    name = f"{type(result).__name__}_out"
    if name not in TYPES:
        TYPES[name] = _type(name, result.fields)
    return TYPES[name](out)


def named(name: str, values) -> NamedResult:
    """`values` as the named tuple of the function `name`."""
    return TYPES[name](values)
