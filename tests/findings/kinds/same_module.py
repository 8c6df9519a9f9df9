"""Second names of a net that are taken for copies."""

from tests.findings.programs import Positive

START = """import copy
import torch
from torch import nn
torch.manual_seed(0)
x, y = torch.randn(5, 3), torch.randn(5, 1)
policy = nn.Linear(3, 1)
target = policy
opt = torch.optim.SGD(policy.parameters(), lr=0.1)
for i in range(2):
    opt.zero_grad()
    with torch.no_grad():
        wanted = y + 0.9 * target(x)
    (policy(x) - wanted).pow(2).mean().backward()
    opt.step()
"""
LOAD = "    target.load_state_dict(policy.state_dict())\n"
SOFT = "    with torch.no_grad():\n" \
    "        for p, t in zip(policy.parameters(), target.parameters()):\n" \
    "            t.mul_(0.9).add_(p, alpha=0.1)\n"
COPIED = START.replace("target = policy", "target = copy.deepcopy(policy)")
BEST = """import torch
from torch import nn
torch.manual_seed(0)
x, y = torch.randn(5, 3), torch.randn(5, 1)
net = nn.Linear(3, 1)
KEPT
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(2):
    opt.zero_grad()
    (net(x) - y).pow(2).mean().backward()
    opt.step()
"""
BACK = "net.load_state_dict(kept)\n"


def best(kept, end):
    """A net of which something is kept before it is trained."""
    return BEST.replace("KEPT", kept) + end


POSITIVE = {
    "a target that is loaded": Positive(
        START + LOAD, 7, ("target = policy on line 7 makes no copy", "line 15 copies its"),
        ("target 与 policy 是同一个网络", "第 15 行把它的参数"), fixed=COPIED + LOAD),
    "a target that follows softly": Positive(
        START + SOFT, 7, ("the loop on line 16 goes over the same parameters twice",),
        ("第 16 行的循环",), fixed=COPIED + SOFT),
    "a net that is kept for comparison": Positive(
        best("old_net = net", "print((net(x) - old_net(x)).abs().max())\n"), 6,
        ("so the step on line 11 changes old_net as well",), ("也改变了 old_net",),
        fixed="import copy\n" + best("old_net = copy.deepcopy(net)",
                                     "print((net(x) - old_net(x)).abs().max())\n")),
    "the best net": Positive(
        best("best = net", "print(best(x).sum())\n"), 6, ("best and net are one net",)),
    "a state that is kept": Positive(
        best("kept = net.state_dict()", BACK), 12,
        ("load_state_dict on line 12 copies each parameter onto itself", "on line 6"),
        ("第 6 行的 state_dict()",),
        fixed="import copy\n" + best("kept = copy.deepcopy(net.state_dict())", BACK)),
}  # fmt: skip

NEGATIVE = {
    "a deep copy": COPIED + LOAD,
    "a deep copy that follows softly": COPIED + SOFT,
    "one net for both halves": best("twin = net", "").replace("net(x) - y", "net(x) - twin(-x)"),
    "a second name for the net in use": best("model = net", "print(model(x).sum())\n"),
    "a state that is kept as a copy":
        "import copy\n" + best("kept = copy.deepcopy(net.state_dict())", BACK),
    "a state that is given to another net":
        best("other = nn.Linear(3, 1)", "other.load_state_dict(net.state_dict())\n"
             "print(torch.equal(other(x), net(x)))\n"),
    "an older net, once there is a newer one": best("", "old_net = net\nnet = nn.Linear(3, 1)\n"
                                                   "print((net(x) - old_net(x)).abs().max())\n"),
    "a state that is loaded before any step":
        best("kept = net.state_dict()\nnet.load_state_dict(kept)", ""),
}  # fmt: skip
