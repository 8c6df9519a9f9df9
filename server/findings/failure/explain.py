"""List exceptions by torch's own words, each with the function that explains it."""

from __future__ import annotations

import re
from collections.abc import Callable

from server.findings.failure import (
    backward, dtypes, freed, functions, names, nones, optimizers, other, shapes, written,
)
from server.findings.failure.scene import Scene, Told

# Reads an exception whose words fit; None if it is not what it looks like.
Reader = Callable[[Scene, "re.Match[str]"], "Told | None"]

READERS: tuple[tuple[str, Reader], ...] = (
    (r"backward through the graph a second time", freed.explain),
    (r"has been modified by an inplace operation", written.explain),
    (r"can be implicitly created only for scalar outputs", backward.explain_not_scalar),
    (r"does not require grad and does not have a grad_fn", backward.explain_untracked),
    (r"nly Tensors of floating point .*can require gradients", backward.explain_integers),
    (r"Mismatch in shape: grad_output\[\d+\] has a shape of (.*) and output.* a shape of (.*)\.",
     backward.explain_seed_shape),
    (r"Can't call numpy\(\) on Tensor that requires grad", backward.explain_numpy),
    (r"^a (view of a )?leaf Variable that requires grad is being used in an in-place operation",
     backward.explain_leaf_written),
    (r"appears to not have been used in the graph", backward.explain_unused),
    (r"you can only change requires_grad flags of leaf", backward.explain_fixed_flag),
    (r"support the deepcopy protocol", backward.explain_deepcopy),
    (r"The size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\)",
     shapes.explain_sizes),
    (r"mat1 and mat2 shapes cannot be multiplied \((\d+)x(\d+) and (\d+)x(\d+)\)",
     shapes.explain_matrices),
    (r"expected input(\[.*?\]) to have (\d+) channels, but got (\d+) channels",
     shapes.explain_channels),
    (r"shape '(\[.*?\])' is invalid for input of size (\d+)", shapes.explain_invalid_view),
    (r"view size is not compatible with input tensor's size", shapes.explain_strided_view),
    (r"mat1 and mat2 must have the same dtype, but got (\w+) and (\w+)", dtypes.explain_matrices),
    (r"expected target dtype to be Long or Byte, but got (\w+)", dtypes.explain_target),
    (r"indices' to have one of the following scalar types: .* but got torch\.(\w+)Tensor",
     dtypes.explain_indices),
    (r"^Target (-?\d+) is out of bounds", dtypes.explain_class),
    (r"result type (\w+) can't be cast to the desired output type (\w+)",
     dtypes.explain_in_place),
    (r"is not on the expected device|to be on the same device", dtypes.explain_device),
    (r"Boolean value of Tensor with more than one value", dtypes.explain_truth),
    (r"a Tensor with (\d+) elements cannot be converted to Scalar", dtypes.explain_scalar),
    (r"Expected more than 1 value per channel when training, got input size (.*)",
     dtypes.explain_batch),
    (r"optimizer got an empty parameter list", optimizers.explain_empty),
    (r"can't optimize a non-leaf Tensor", optimizers.explain_non_leaf),
    (r"function (\w+)Backward returned an incorrect number of gradients "
     r"\(expected (\d+), got (\d+)\)", functions.explain_count),
    (r"Function (\w+)Backward returned an invalid gradient at index (\d+) - got \[(.*?)\] but "
     r"expected shape compatible with \[(.*?)\]", functions.explain_shape),
    (r"^Module \[(\w+)\] is missing the required \"forward\" function",
     functions.explain_missing_forward),
    (r"^Legacy autograd function with non-static forward", functions.explain_legacy),
    (r"expected Variable, but hook returned '(\w+)'", functions.explain_hook),
    (r"cannot assign (?:module|parameters) before Module\.__init__\(\) call",
     names.explain_unready_module),
    (r"'NoneType'", nones.explain),
    (r"^(?:module '[\w.]+'|'\w+' object) has no attribute '(\w+)'", names.explain_missing),
    (r"^name '(\w+)' is not defined", names.explain_missing),
    (r"Torch not compiled with CUDA enabled", other.explain_cuda),
)


def explained(scene: Scene) -> Told:
    """Return what is told of the exception: by the first reader that knows its words."""
    for words, reader in READERS:
        parts = re.search(words, scene.fail["message"])
        told = reader(scene, parts) if parts else None
        if told is not None:
            return told
    return other.explain(scene)
