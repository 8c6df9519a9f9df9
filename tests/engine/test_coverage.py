"""docs/coverage.md says what the engine has, and what it has not is refused with a sentence."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from autograd.frontend import import_hook
from autograd.frontend.missing_names import names_of_torch
from autograd.frontend.unsupported import find_alternative
from docs.coverage import PAGE, room

import_hook.install()
import torch  # noqa: E402  which is our engine here

ROOT = Path(__file__).parents[2]


def test_the_page_of_coverage_is_up_to_date():
    written = subprocess.run(
        [sys.executable, "-m", "docs.coverage", "--print"],
        cwd=ROOT, capture_output=True, check=True, text=True, encoding="utf-8",
    ).stdout  # fmt: skip
    assert PAGE.read_text(encoding="utf-8") == written, "run `python -m docs.coverage`"


@pytest.mark.parametrize("module", [each for each in names_of_torch() if each != "torch.Tensor"])
def test_a_name_that_is_not_there_fails_at_once_with_a_sentence(module):
    holder = importlib.import_module(module)
    group = room(module, names_of_torch()[module])
    for name in group.missing + group.aside:
        with pytest.raises(AttributeError) as refusal:
            getattr(holder, name)
        sentence = str(refusal.value)
        assert sentence.startswith(f"module '{module}' has no attribute '{name}' in Tapescope: ")
        assert find_alternative(f"{module}.{name}") in sentence


def test_a_method_that_is_not_there_fails_at_once_with_a_sentence():
    group = room("torch.Tensor", names_of_torch()["torch.Tensor"])
    for name in group.missing + group.aside:
        with pytest.raises(AttributeError, match=f"torch has torch.Tensor.{name}, ") as refusal:
            getattr(torch.ones(1), name)
        assert find_alternative(f"torch.Tensor.{name}") in str(refusal.value)


@pytest.mark.parametrize("statement", [
    "import torch.nested", "import torch.ao.quantization", "from torch import fx",
    "from torch.nn.functional import scaled_mm",
    "from torch.nn.attention.flex_attention import flex_attention",
    "from torch.utils._python_dispatch import TorchDispatchMode",
    "from torch.utils._debug_mode import DebugMode",
    "from torch._higher_order_ops.while_loop import while_loop",
])  # fmt: skip
def test_an_import_of_what_is_not_there_fails_with_a_sentence(statement):
    with pytest.raises(ImportError, match="in Tapescope[.:] .*[.]$"):
        exec(statement)


def test_an_import_of_what_torch_has_not_either_fails_in_pythons_words():
    with pytest.raises(ModuleNotFoundError, match="^No module named 'torch.foo'$"):
        import torch.foo  # noqa: F401
    with pytest.raises(ImportError, match="^cannot import name 'foo' from 'torch.nn' "):
        from torch.nn import foo  # noqa: F401


def test_what_is_set_aside_names_what_to_use():
    assert "float tensors" in find_alternative("torch.quantize_per_tensor")
    assert "dense" in find_alternative("torch.sparse_coo_tensor")
    assert find_alternative("torch.nn.Linear") == ""
