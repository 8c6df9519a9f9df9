"""Checks of `strict=True` in `torch.autograd.functional`: gradients must depend on the inputs.

The texts are torch's (torch/autograd/functional.py).
"""

from __future__ import annotations

from typing import Any

from autograd.functions.creation.filled import zeros_like


STRICT = "This is not allowed in strict mode."
WITHOUT_HISTORY = {
    "outputs":
        "Output {} of the user-provided function does not require gradients. The outputs must be "
        "computed in a differentiable manner from the input when running in strict mode.",
    "grad_inputs":
        "The gradient with respect to input {} is independent of the inputs of the user-provided "
        f"function. {STRICT}",
    "jacobian":
        "While computing the hessian, found that the jacobian of the user-provided function with "
        f"respect to input {{}} is independent of the input. {STRICT} You should ensure that your "
        "function is twice differentiable and that the jacobian depends on the inputs (this would "
        "be violated by a linear function for example).",
    "hessian":
        "The hessian of the user-provided function with respect to input {} is independent of the "
        f"input. {STRICT} You should ensure that your function is thrice differentiable and that "
        "the hessian depends on the inputs.",
}
INDEPENDENT = {
    "back": f"The output of the user-provided function is independent of input {{}}. {STRICT}",
    "back_trick":
        "The gradient with respect to the input is independent of entry {} in the grad_outputs "
        f"when using the double backward trick to compute forward mode gradients. {STRICT}",
    "double_back":
        f"The jacobian of the user-provided function is independent of input {{}}. {STRICT}",
    "double_back_trick":
        "The hessian of the user-provided function is independent of entry {} in the grad_jacobian."
        f" {STRICT[:-1]} as it prevents from using the double backward trick to replace forward "
        "mode AD.",
}


def check_history(tensors: Any, what: str, strict: bool) -> None:
    """Raise torch's error in strict mode for tensors that do not depend on the inputs."""
    for i, x in enumerate(tensors if strict else ()):
        if x is None:
            raise RuntimeError(INDEPENDENT["back"].format(i))
        if not x.requires_grad:
            raise RuntimeError(WITHOUT_HISTORY[what].format(i))


def fill_zeros(grads: Any, like: Any, strict: bool, create_graph: bool, stage: str) -> tuple:
    """Replace missing gradients by zeros; in strict mode raise the error of the `stage`."""
    for i, g in enumerate(grads if strict else ()):
        if g is None:
            raise RuntimeError(INDEPENDENT[stage].format(i))
        if create_graph and not g.requires_grad:
            whose = "hessian" if "double" in stage else "jacobian"
            raise RuntimeError(
                f"The {whose} of the user-provided function is independent of input {i}. "
                f"{STRICT[:-1]} when create_graph=True.")
    return tuple(zeros_like(x) if g is None else g for x, g in zip(like, grads))
