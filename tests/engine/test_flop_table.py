"""The table of `FlopCounterMode`, as torch draws it with the package tabulate (0.9)."""

from autograd.frontend import import_hook

import_hook.install()
import torch  # noqa: E402
from torch.utils.flop_counter import FlopCounterMode  # noqa: E402

TABLE = """\
Module              FLOP    % Total
---------------  -------  ---------
Global           18.400K    100.00%
 - aten.addmm    14.400K     78.26%
 - aten.mm        4.000K     21.74%
 Sequential      14.400K     78.26%
  - aten.addmm   14.400K     78.26%
  Sequential.0   12.800K     69.57%
   - aten.addmm  12.800K     69.57%
  Sequential.1    1.600K      8.70%
   - aten.addmm   1.600K      8.70%"""
FEW = """\
Module           FLOP    % Total
-------------  ------  ---------
Linear            160    100.00%
 - aten.addmm     160    100.00%"""
NOTHING = """\
Module      FLOP    % Total
--------  ------  ---------
Global         0         0%"""


def test_the_table_is_torchs(capsys):
    net = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Linear(16, 1))
    with FlopCounterMode() as counter:
        net(torch.ones(50, 8))
        torch.ones(10, 20) @ torch.ones(20, 10)
    assert capsys.readouterr().out == f"{TABLE}\n"
    assert counter.get_table(depth=1).count("Sequential") == 1


def test_few_operations_are_written_out_and_none_as_well():
    with FlopCounterMode(display=False) as counter:
        torch.nn.Linear(8, 2)(torch.ones(5, 8))
    assert counter.get_table() == FEW
    with FlopCounterMode(display=False) as counter:
        torch.ones(3) + 1
    assert counter.get_table() == NOTHING
