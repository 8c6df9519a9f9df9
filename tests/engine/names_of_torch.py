"""Write `autograd/torch/names.json`: which public names torch has. Run it under real torch."""

import importlib
import json
import textwrap
import types
from pathlib import Path

import torch

FILE = Path(__file__).parents[2] / "autograd" / "torch" / "names.json"
MODULES = """
torch torch.Tensor torch.autograd torch.autograd.functional torch.autograd.forward_ad
torch.autograd.graph torch.autograd.function torch.func torch.linalg torch.fft torch.special
torch.nn torch.nn.functional torch.nn.init torch.nn.utils torch.nn.utils.rnn
torch.nn.utils.parametrize torch.nn.utils.parametrizations torch.nn.utils.prune torch.nn.parameter
torch.optim torch.optim.lr_scheduler torch.optim.swa_utils torch.utils.data torch.utils.checkpoint
torch.distributions torch.random torch.testing torch.masked torch.sparse
torch.storage torch.amp torch.cuda
torch.nn.attention torch.nn.modules torch.nn.parallel torch.autograd.gradcheck
torch.autograd.profiler torch.profiler torch.utils torch.utils._pytree torch.utils.benchmark
torch.utils.hooks torch.utils.dlpack torch.utils.flop_counter torch.overrides torch.serialization
torch.distributions.constraints torch.distributions.transforms torch.signal.windows
torch.accelerator torch.cpu torch.hub torch.jit torch.library torch.compiler torch.distributed
""".split()
WHOLE = ("torch", "torch.Tensor", "torch.nn.functional")  # whose `__all__` is not the whole of it
INNER = ("cudnn_", "miopen_", "mkldnn_", "fbgemm_")
# What stands in a module without being offered to its users: types of the compiler, notes, imports.
KINDS = {
    "pybind11_type", "AggregationType", "_SpecialForm", "ABCMeta", "BroadcastingListCls",
    "OpaqueBaseMeta", "OpOverloadPacket", "bool", "dict", "NoneType", "tuple", "str",
    "TypeAliasType", "_UnionGenericAlias", "_CallableGenericAlias", "_GenericAlias",
}
HELPERS = {
    "factory_kwargs", "common_notes",
    "handle_torch_function", "has_torch_function", "has_torch_function_unary", "boolean_dispatch",
    "has_torch_function_variadic", "assert_int_or_pair", "classproperty", "get_file_path",
}


def public_names(module: str) -> list[str]:
    """What a user may write after `module.`, without types of the compiler and other insides."""
    thing = torch.Tensor if module == "torch.Tensor" else importlib.import_module(module)
    names = None if module in WHOLE else getattr(thing, "__all__", None)
    if names is None:
        names = [
            name
            for name in dir(thing)
            if not name.startswith("_") and is_offered(module, getattr(thing, name))
        ] + sorted(getattr(thing, "_lazy_modules", ()))  # which torch loads when they are asked for
    return sorted(
        {
            name
            for name in names
            if not name.startswith(("_", *INNER)) and not name.endswith(("Type", "_notes"))
            and name not in HELPERS and (name != "Tensor" or module == "torch")
        }
    )


def is_offered(module: str, value) -> bool:
    """Whether a value that stands in a module is there for its users."""
    if isinstance(value, types.ModuleType):
        return module == "torch" and value.__name__.startswith("torch.")
    return type(value).__name__ not in KINDS


def text() -> str:
    """The whole file: for each module its names, in lines of text."""
    lines = {module: textwrap.wrap(" ".join(public_names(module)), 92) for module in MODULES}
    return json.dumps(lines, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
