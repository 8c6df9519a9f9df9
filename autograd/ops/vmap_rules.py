"""The batching rules of `vmap`, which records name with `vmap=`.

transforms/batching defines and registers what each rule does. An op without a rule runs on one
example after the other.
"""

from __future__ import annotations

from collections.abc import Callable


class BatchingRule:
    """A rule that runs an op on batched values.

    `run` takes the op, its inputs as batched values, its parameters and a dtype.
    """

    __slots__ = ("run", "in_place", "to_put")

    run: Callable

    def __init__(self, in_place: bool = False) -> None:
        self.in_place = in_place  # the result may be written in place, in the order of its memory
        # Of an op that writes at an index: returns the batched index, the target and the values.
        self.to_put: Callable | None = None


# Elementwise: of one input, with the batch dimension moved to the front, comparisons, of several
# inputs that broadcast.
ELEMENTWISE = BatchingRule(in_place=True)
ELEMENTWISE_IN_FRONT = BatchingRule()
COMPARISON = BatchingRule()
BROADCAST = BatchingRule(in_place=True)
COPY = BatchingRule(in_place=True)
RANDOM = BatchingRule()
RANDOM_BY_SEVERAL = BatchingRule()

# Along dimensions: a reduction of some, or of all of them by the op `with_dim`, in one call or on
# flattened examples; an op along one dimension.
REDUCTION = BatchingRule()
FULL_REDUCTION = BatchingRule()
FLAT_REDUCTION = BatchingRule()
ALONG_DIM = BatchingRule()

# Views, and ops that reorder or join elements.
SELECT_OR_SPLIT = BatchingRule()
SQUEEZE = BatchingRule()
SQUEEZE_FRONT = BatchingRule()
AS_STRIDED = BatchingRule()
TRACE = BatchingRule()
UNSQUEEZE = BatchingRule()
TRANSPOSE = BatchingRule()
PERMUTE = BatchingRule()
RESHAPE = BatchingRule()
EXPAND = BatchingRule()
DIAGONAL = BatchingRule()
UNFOLD = BatchingRule()
FLIP_OR_ROLL = BatchingRule()
REPEAT = BatchingRule()
TRIANGULAR = BatchingRule()
CONCATENATE = BatchingRule()

# Reads and writes at an index.
INDEX = BatchingRule()
INDEX_BACKWARD = BatchingRule()
INDEX_PUT = BatchingRule()
INDEX_SPLIT = BatchingRule()
DIAGONAL_BACKWARD = BatchingRule()
GATHER_SCATTER = BatchingRule()
INDEX_ALONG_DIM = BatchingRule()
TAKE = BatchingRule()

# Products, linear algebra, losses.
MATMUL = BatchingRule()
MATRIX_VECTOR = BatchingRule()
DOT = BatchingRule()
OUTER = BatchingRule()
ADDMM = BatchingRule()
MATRIX_FUNCTION = BatchingRule()
SOLVE = BatchingRule()
LOSS = BatchingRule()
MSE_BACKWARD = BatchingRule()
NLL_LOSS = BatchingRule()

# Layers.
CONVOLUTION = BatchingRule()
CONVOLUTION_WEIGHT_BACKWARD = BatchingRule()
CONVOLUTION_INPUT_BACKWARD = BatchingRule()
POOL = BatchingRule()
PAD = BatchingRule()
LEADING_DIMS = BatchingRule()
BATCH_NORM = BatchingRule()
BATCH_NORM_EVAL = BatchingRule()
GROUP_NORM = BatchingRule()
