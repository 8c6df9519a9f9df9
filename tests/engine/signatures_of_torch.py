"""Write `autograd/torch/signatures.json`: how torch declares its functions. For real torch.

By place (`torch`, `torch.Tensor`, ...) and name: the signatures as torch itself prints them, in its
order, or an empty list for a method that takes nothing. Two marks of ours: `?` after a type that
takes None, and `:1` after `tuple of ints` that may be one int. torch prints the signatures of what
has several; those of the rest are told by its schemas. Only what is C++ in torch is listed.
"""

import json
import re
from pathlib import Path

import torch

FILE = Path(__file__).parents[2] / "autograd" / "torch" / "signatures.json"
PLACES = {
    "torch": (torch, torch._C._VariableFunctions),
    "torch.Tensor": (torch.Tensor, torch._C.TensorBase),
    "torch.nn": (torch._C._nn, torch._C._nn),
    "torch.linalg": (torch.linalg, torch._C._linalg),
    "torch.special": (torch.special, torch._C._special),
    "torch.fft": (torch.fft, torch._C._fft),
    "torch.sparse": (torch._C._sparse, torch._C._sparse),
    "torch._VF": (torch._C._VariableFunctions, torch._C._VariableFunctions),
}
BEHIND = ("stft",)  # functions of torch that are Python and hand on to C++ of their own name
PRIVATE = """
_sparse_addmm _sparse_log_softmax _sparse_mm _sparse_softmax _sparse_sum
_upsample_bicubic2d_aa _upsample_bilinear2d_aa
""".split()  # whose errors say what public Python functions handed them
TYPES = {
    "number": "Number", "Scalar": "Number", "List[int]": "tuple of ints",
    "List[Tensor]": "tuple of Tensors", "List[Optional[Tensor]]": "tuple of Tensors",
    "List[float]": "tuple of floats", "List[number]": "tuple of Scalars",
    "Generator": "torch.Generator", "ScalarType": "torch.dtype", "Device": "torch.device",
    "Layout": "torch.layout", "MemoryFormat": "torch.memory_format",
}  # fmt: skip
OUT = re.compile(r" \(out\)")
OPTIONS = {"layout", "device", "pin_memory"}
DATA = (
    "object data, *, torch.dtype? dtype = None, torch.device? device = None, "
    "bool? pin_memory = False, bool? requires_grad = False"
)
PUT = "tuple of Tensors indices, Tensor values, bool accumulate = False"
CASTS = """
bfloat16 bool byte cdouble cfloat char double float half int long short
""".split()
CASTING = ("aten::to", "aten::_to_copy")  # take a layout, too, and make no leaf
WRITTEN = {  # what no schema tells
    "torch.tensor": [DATA],
    "torch.Tensor.new_tensor": [DATA],
    "torch.as_tensor": ["object data, *, torch.dtype? dtype = None, torch.device? device = None"],
    "torch.index_put": ["Tensor input, tuple of Tensors indices, Tensor values, "
                        "bool accumulate = False"],
    "torch.Tensor.index_put": [PUT], "torch.Tensor.index_put_": [PUT],
    "torch.nonzero": ["Tensor input, *, bool as_tuple = False, Tensor? out = None"],
    "torch.Tensor.size": ["int? dim = None"], "torch.Tensor.stride": ["int? dim = None"],
    "torch.Tensor.numpy": ["*, bool force = False"],
    "torch.Tensor.is_contiguous": ["*, torch.memory_format memory_format = 0"],
    **{f"torch.Tensor.{name}": ["*, torch.memory_format? memory_format = None"] for name in CASTS},
    "torch.full": [
        "tuple of ints size, Number fill_value, *, Tensor? out = None, torch.dtype? dtype = None, "
        "torch.layout? layout = None, torch.device? device = None, bool? pin_memory = False, "
        "bool? requires_grad = False"
    ],
}


class Odd:
    """What no parameter takes."""


def signatures(place: str, name: str) -> list[str] | None:
    """The signatures of one function, in our notation; None where they cannot be told."""
    if f"{place}.{name}" in WRITTEN:
        return WRITTEN[f"{place}.{name}"]
    method = place == "torch.Tensor"
    told = said(getattr(torch.ones(2, 2), name) if method else getattr(PLACES[place][1], name))
    if "takes no arguments" in told:
        return []
    known = [translated(each, method) for each in schemas(place, name)]
    if "received an invalid combination" in told:
        printed = re.findall(r"(?:^ \* |but expected )\((.*)\)$", told, re.MULTILINE)
        hidden = ["hidden"] if "but expected (" in told else []  # an old one that still works
        return [marked(each, known) for each in printed] + hidden
    counts = re.search(r"takes (?:from (\d+) to )?(\d+) positional", told)
    plain = [each for each in known if not OUT.search(each) and most(each) == int(counts[2])]
    if not plain:
        return None
    out = "" if method or len(plain) == len(known) else outs(known)
    return [", ".join(part for part in (plain[0], "*" * ("*" not in plain[0] and out != ""), out)
                      if part)]


def most(signature: str) -> int:
    """How many positional arguments a signature has."""
    return len([each for each in signature.split("*")[0].split(", ") if each])


def outs(known: list[str]) -> str:
    """The parameter `out` of a function one of whose schemas writes into tensors."""
    count = max(len(OUT.findall(each)) for each in known)
    several = count > 1 or any("tuple of Tensors out (out)" in each for each in known)
    return "tuple of Tensors? out = None" if several else "Tensor? out = None"


def said(function) -> str:
    """What torch says to forty arguments that nothing takes."""
    try:
        function(*[Odd()] * 40)
    except Exception as error:
        return str(error)
    return ""


def schemas(place: str, name: str) -> list:
    """torch's schemas of a function, those for TorchScript's own types left out."""
    prefix = {"torch.linalg": "linalg_", "torch.special": "special_", "torch.fft": "fft_"}
    inner = name if place == "torch.nn" else name.removeprefix(prefix.get(place, ""))
    found = torch._C._jit_get_schemas_for_operator(f"aten::{prefix.get(place, '')}{inner}")
    return [each for each in found if re.search(r"Tensor|Generator|Layout", str(each))]


def translated(schema, method: bool) -> str:
    """A schema as torch's parser of Python arguments would print it, with our marks."""
    made = []
    for each in schema.arguments:
        if each.kwarg_only and "*" not in made:
            made.append("*")
        if not (method and each.name == "self"):
            made.append(parameter(each) + " (out)" * each.is_out)
    if any("pin_memory" in part for part in made) and schema.name not in CASTING:
        made.append("bool? requires_grad = False")
    return ", ".join(made)


def parameter(given) -> str:
    """One parameter of a schema, e.g. `tuple of ints:1? dim = None`, in our notation."""
    kind = str(given.real_type).replace("SymInt", "int")
    nullable = kind.startswith("Optional[")
    kind = kind[len("Optional["):-1] if nullable else kind
    shown = TYPES.get(kind, kind) + (f":{given.N}" if given.N else "")
    name = "input" if given.name == "self" else given.name
    default = f" = {given.default_value}" if given.has_default_value() else ""
    default = re.sub(r"\[(\S+?)[,\]].*", r"\1", default)
    return f"{shown}{'?' * nullable} {name}{default}"


def marked(printed: str, known: list[str]) -> str:
    """A printed signature with the marks of the schema that has the same parameters."""
    names = [name_of(part) for part in printed.split(", ")]
    for each in sorted(known, key=len, reverse=True):
        marks = {name_of(part): part.split(" " + name_of(part))[0] for part in each.split(", ")}
        same = [name for name in names if name in marks and name != "*"]
        if len(same) >= len([n for n in names if n not in ("*", "out", "requires_grad", *OPTIONS)]):
            return ", ".join(with_mark(part, marks.get(name_of(part))) for part in
                             printed.split(", "))
    return ", ".join(with_mark(part, None) for part in printed.split(", "))


def with_mark(part: str, kind: str | None) -> str:
    """A printed parameter with the mark of `kind`; what defaults to None takes None."""
    if part == "*":
        return part
    type_name = part.split(f" {name_of(part)}")[0]
    plain = re.sub(r"(:\d+)?\??$", "", kind or type_name)
    marks = kind[len(plain):] if kind and plain == type_name else ""
    if part.endswith("= None") and not marks.endswith("?"):
        marks += "?"
    return part.replace(type_name, type_name + marks, 1)


def name_of(part: str) -> str:
    """The name of a printed parameter."""
    return part.split(" = ")[0].split(" ")[-1]


def table() -> dict[str, dict[str, list[str]]]:
    """All signatures of what is public and C++ in torch."""
    found = {}
    for place, (face, inner) in PLACES.items():
        names = [
            name for name in sorted(dir(inner))
            if (name in PRIVATE or not name.startswith("_")) and callable(getattr(inner, name))
            and (place != "torch._VF" or name in BEHIND)
            and (place not in ("torch", "torch.Tensor")
                 or getattr(face, name, None) is getattr(inner, name)
                 or getattr(face, name, None) == getattr(inner, name))
        ]
        pairs = [(name, signatures(place, name)) for name in names]
        found[place] = {name: each for name, each in pairs if each is not None}
    return found


def text() -> str:
    """The whole file, a line for each name."""
    places = []
    for place, names in table().items():
        lines = ",\n".join(f'"{name}": {json.dumps(rows)}' for name, rows in names.items())
        places.append(f'"{place}": {{\n{lines}\n}}')
    return "{\n" + ",\n".join(places) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text())
