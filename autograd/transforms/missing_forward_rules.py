"""What forward mode does not know in torch either, and what it says of it."""

from __future__ import annotations

from autograd.graph.accumulate_grad import gradient_edge
from autograd.graph.op_facts import Facts
from autograd.graph.traversal import nodes_leading_to
from autograd.tensor.tensor import Tensor


def check_forward_ad(op: Facts | None) -> None:
    """Raise torch's error for an op that does not carry tangents."""
    name = op.no_forward_ad if op is not None else ""
    if name.startswith("aten::"):
        raise NotImplementedError(
            f"Trying to use forward AD with {name} that does not support it.")
    if name:
        raise NotImplementedError(
            f"Trying to use forward AD with {name} that does not support it because "
            "it has not been implemented yet.\nPlease file an issue to PyTorch at "
            "https://github.com/pytorch/pytorch/issues/new?template=feature-request.yml so that we "
            "can prioritize its implementation or submit a PR adding the implementation to "
            "derivatives.yaml")


def check_forward_ad_between(outputs: list[Tensor], inputs: list[Tensor]) -> None:
    """`check_carried` of every op on the tape between tensors."""
    ends = {gradient_edge(x)[0] for x in inputs if isinstance(x, Tensor) and x.requires_grad}
    starts = dict.fromkeys(
        gradient_edge(y)[0] for y in outputs if isinstance(y, Tensor) and y.requires_grad)
    for node in nodes_leading_to(starts, ends):
        check_forward_ad(getattr(node, "op", None))
