"""Falsehoods that are known and not mended yet: one that is mended leaves this list.

By program: a pattern for the sentences, and what is wrong with them.
"""

from __future__ import annotations

OLDER = (r"older|旧的|made a new|又新建了", "the old tensor's mark is on the name of the new one")
LOADED = (
    r"\bdetach\(\)",
    "a frozen parameter that was loaded is taken for one that detach() cut off",
)

CAUGHT = (
    "runs within this backward|在这次反向传播中运行|not come to|还没有到达|is over|结束之后再读取",
    "a backward that failed and was caught is taken to be running",
)

KNOWN: dict[str, tuple[str, str]] = {
    "tests/truth/cases/optimizer_of_an_old_net.py": OLDER,
    "mistake: an optimizer of an older tensor": OLDER,
    "tests/truth/cases/frozen_after_loading.py": LOADED,
    "tests/truth/cases/backward_in_a_hook.py": (
        "Function", "grad mode is off in a hook, which is no Function",
    ),
    "tests/engine/programs/special_functions.py": (
        r"ln\(p / \(1 - p\)\)", "the formula of logit leaves out that eps clamps",
    ),
    "tests/engine/programs/autograd_second_backward.py": CAUGHT,
    "tests/engine/programs/linalg_symmetric_factors.py": CAUGHT,
}
