"""Steps that use what the loss of another optimizer left in the gradients."""

from tests.findings.programs import Positive

START = """import torch
from torch import nn
torch.manual_seed(0)
G, D = nn.Linear(2, 2), nn.Linear(2, 1)
og = torch.optim.SGD(G.parameters(), lr=0.1)
od = torch.optim.SGD(D.parameters(), lr=0.1)
for i in range(3):
    fake = G(torch.randn(4, 2))
"""
OWN = "    (D(fake.detach()).mean() - D(torch.randn(4, 2)).mean()).backward()\n    od.step()\n"
FOREIGN = "    (-D(fake).mean()).backward()\n    og.step()\n"
ZERO_D, ZERO_G = "    od.zero_grad()\n", "    og.zero_grad()\n"
LATE = START + OWN + ZERO_D + FOREIGN + ZERO_G
CRITIC = """import torch
from torch import nn
torch.manual_seed(0)
actor, critic = nn.Linear(3, 1), nn.Linear(4, 1)
oa = torch.optim.Adam(actor.parameters(), lr=0.01)
oc = torch.optim.Adam(critic.parameters(), lr=0.01)
for i in range(3):
    s, a, r = torch.randn(5, 3), torch.randn(5, 1), torch.randn(5, 1)
    oa.zero_grad()
    (-critic(torch.cat([s, actor(s)], 1)).mean()).backward()
    oa.step()
    (critic(torch.cat([s, a], 1)) - r).pow(2).mean().backward()
    oc.step()
    oc.zero_grad()
"""

POSITIVE = {
    "zero_grad after the discriminator's step": Positive(
        LATE, 10,
        ("Two losses train D.weight and D.bias", "from backward 3 on line 9",
         "what backward 2 on line 12 left there for the step on line 13"),
        ("第 12 行的第 2 次反向传播", "第 9 行的第 3 次"),
        fixed=START + ZERO_D + OWN + ZERO_G + FOREIGN),
    "the generator first": Positive(
        START + ZERO_G + FOREIGN + OWN + ZERO_D, 13, ("from backward 2 on line 12",),
        (), fixed=START + ZERO_G + FOREIGN + ZERO_D + OWN),
    "an actor and its critic": Positive(
        CRITIC, 13, ("Two losses train critic.weight and critic.bias",), (),
        fixed=CRITIC.replace("    oa.step()\n", "    oa.step()\n    oc.zero_grad()\n")),
    "emptied by hand": Positive(
        START + OWN + "    for p in D.parameters():\n        p.grad = None\n" + ZERO_G + FOREIGN,
        10, ("from backward 3",)),
    "by Adam": Positive(LATE.replace("SGD", "Adam"), 10, ("what backward 2",)),
}  # fmt: skip

BOTH = """import torch
from torch import nn
torch.manual_seed(0)
body, head, tail = nn.Linear(2, 3), nn.Linear(3, 1), nn.Linear(3, 1)
ob = torch.optim.SGD(body.parameters(), lr=0.1)
oh = torch.optim.SGD([*head.parameters(), *tail.parameters()], lr=0.1)
x = torch.randn(4, 2)
for i in range(3):
    ob.zero_grad()
    oh.zero_grad()
"""

NEGATIVE = {
    "the usual order": START + ZERO_D + OWN + ZERO_G + FOREIGN,
    "a discriminator that is frozen for the generator": START.replace(
        "    fake =", "    D.requires_grad_(True)\n    fake =") + OWN + ZERO_D
        + "    D.requires_grad_(False)\n" + FOREIGN + ZERO_G,
    "two optimizers and one loss": BOTH
        + "    (head(body(x)) + tail(body(x))).mean().backward()\n    ob.step()\n    oh.step()\n",
    "a body that steps after both losses": BOTH + "    head(body(x)).mean().backward()\n"
        "    oh.step()\n    oh.zero_grad()\n    tail(body(x)).pow(2).mean().backward()\n"
        "    oh.step()\n    ob.step()\n",
    "a body with a penalty of its own": BOTH
        + "    (head(body(x)) + tail(body(x))).mean().backward()\n"
        "    oh.step()\n    (body.weight ** 2).sum().backward()\n    ob.step()\n",
    "an actor and its critic, both emptied": CRITIC.replace(
        "    oa.step()\n", "    oa.step()\n    critic.zero_grad()\n"),
}  # fmt: skip
