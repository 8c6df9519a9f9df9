"""What torch calls the functions that classes and modes are asked about, and which never ask."""

# The functions of `torch.nn.functional` that are torch's compiled ones, and take what they get.
COMPILED = ("linear", "conv", "avg_pool", "bilinear", "gelu", "logsigmoid", "softplus", "pad",
            "one_hot", "cosine_similarity", "pairwise_distance", "pixel", "channel_shuffle")
# Those of which torch says that they are in `torch.nn`.
IN_NN = ("linear", "avg_pool2d", "avg_pool3d", "gelu", "logsigmoid", "softplus", "pad", "one_hot")
# What torch wrote in Python itself, and says so; and which methods.
PYTHON = frozenset(f"torch.{name}" for name in (
    "atleast_1d", "atleast_2d", "atleast_3d", "block_diag", "broadcast_tensors", "cartesian_prod",
    "cdist", "einsum", "meshgrid", "norm", "split", "stft", "tensordot", "unique",
    "unique_consecutive"))
# What torch calls the functions behind Python's operators.
OPERATORS = {
    **{f"__{name}__": name for name in (
        "add", "sub", "mul", "matmul", "neg", "abs", "ne", "lt", "le", "gt", "ge")},
    **{f"__i{name}__": f"{name}_" for name in ("add", "sub", "mul", "div")},
    "__radd__": "add", "__rmul__": "mul", "__truediv__": "div", "__itruediv__": "div_",
    "__mod__": "remainder", "__imod__": "remainder_", "__ifloordiv__": "floor_divide_",
}
# What they are called where they are functions of their own.
NAMED = {"__pow__": "pow", "__ipow__": "pow_", "__rtruediv__": "__rdiv__"}
# The functions of `torch` and the method that never ask.
UNASKED = ("is_tensor", "from_numpy", "is_storage", "broadcast_shapes", "typename", "as_subclass")
IN_PYTHON = set("""
    backward __len__ __rsub__ __rdiv__ __rtruediv__ __pow__ __rpow__ __floordiv__ __rfloordiv__
    __ipow__ __rmod__ __rmatmul__ __contains__ __reversed__ __repr__ __format__ norm split unique
    unflatten register_hook retain_grad stft istft lu
""".split())
BACKWARD = {"gradient": None, "retain_graph": None, "create_graph": False, "inputs": None}
