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
torch.nn torch.nn.functional torch.nn.init torch.nn.utils torch.nn.parameter torch.optim
torch.optim.lr_scheduler torch.utils.data torch.distributions torch.random torch.testing
""".split()
WHOLE = ("torch", "torch.Tensor", "torch.nn.functional")  # whose `__all__` is not the whole of it
INNER = ("cudnn_", "miopen_", "mkldnn_", "fbgemm_")


def public_names(module: str) -> list[str]:
    """What a user may write after `module.`, without types of the compiler and other insides."""
    thing = torch.Tensor if module == "torch.Tensor" else importlib.import_module(module)
    names = None if module in WHOLE else getattr(thing, "__all__", None)
    if names is None:
        names = [
            name
            for name in dir(thing)
            if not name.startswith("_")
            and (module == "torch" or not isinstance(getattr(thing, name), types.ModuleType))
        ]
    return sorted(
        {name for name in names if not name.startswith(INNER) and not name.endswith("Type")}
    )


def text() -> str:
    """The whole file: for each module its names, in lines of text."""
    lines = {module: textwrap.wrap(" ".join(public_names(module)), 92) for module in MODULES}
    return json.dumps(lines, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
