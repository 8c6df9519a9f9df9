"""Terms of losses that bring no gradient, though the rest does."""

from tests.findings.kinds.cut import START
from tests.findings.programs import Positive

NET = START + """net, aux = nn.Linear(3, 2), nn.Linear(3, 2)
opt = torch.optim.SGD([*net.parameters(), *aux.parameters()], lr=0.1)
t = torch.tensor([0, 1, 0, 1, 1])
for _ in range(2):
    out, side = net(x), aux(x)
    task = F.cross_entropy(out, t)
"""
END = """
    opt.zero_grad()
    loss.backward()
    opt.step()
"""


def trained(*lines):
    """Two nets, a task, and what else the loss is made of."""
    return NET + "\n".join(f"    {line}" for line in lines) + END


POSITIVE = {
    "torch.tensor() of losses": Positive(
        trained("parts = [side[0].pow(2).sum(), side[1].pow(2).sum()]",
                "balance = torch.tensor(parts).sum()", "loss = task + 10 * balance"), 13,
        ("balance is added on line 14", "torch.tensor() on line 13", "torch.stack()"),
        ("第 14 行加上了 balance",),
        fixed=trained("parts = [side[0].pow(2).sum(), side[1].pow(2).sum()]",
                      "balance = torch.stack(parts).sum()", "loss = task + 10 * balance")),
    "the number of a loss": Positive(
        trained("extra = side.pow(2).mean()", "loss = task + extra.item()"), 13,
        ("extra brings no gradient", "item() on line 13"), ("extra 不带梯度",),
        fixed=trained("extra = side.pow(2).mean()", "loss = task + extra")),
    "accuracy as a term": Positive(
        trained("wrong = (out.argmax(1) != t).float().mean()", "loss = task + wrong"), 12,
        ("wrong is added on line 13", "argmax() on line 12"), ("第 12 行的 argmax()",),
        fixed=trained("wrong = 1 - out.softmax(1)[range(5), t].mean()", "loss = task + wrong")),
    "a penalty of .data": Positive(
        trained("penalty = net.weight.data.pow(2).sum()", "loss = task + 0.1 * penalty"), 12,
        ("penalty is added on line 13", "Leave out .data on line 12"), (),
        fixed=trained("penalty = net.weight.pow(2).sum()", "loss = task + 0.1 * penalty")),
    "a count of active units": Positive(
        trained("active = (side > 0).float().mean()", "loss = task - active"), 12,
        ("active is added on line 13", "the comparison > on line 12"), ("比较运算 >",),
        fixed=trained("active = side.sigmoid().mean()", "loss = task - active")),
}  # fmt: skip

NEGATIVE = {
    "a constant": trained("loss = task + side.mean() + 1 - torch.tensor(0.5)"),
    "a penalty of what is detached": trained(
        "loss = task + side.mean() + 0.1 * out.detach().pow(2).mean()"),
    "numbers of a log": trained(
        "loss = task + side.pow(2).mean()", "total = 0.0", "total = total + loss.item()"),
    "a coefficient from a number": trained(
        "extra = side.pow(2).mean()", "loss = task + (task / extra).item() * extra"),
    "a straight-through estimator": trained(
        "hard = side + (side.round() - side).detach()", "loss = task + hard.pow(2).mean()"),
    "a baseline that is detached": trained(
        "gain = torch.tensor(2.0)", "value = side.mean()",
        "loss = task + (value - gain) ** 2 - out.log_softmax(1)[0, 0] * (gain - value.item())"),
    "a bound of a frozen net": START + "net, judge = nn.Linear(3, 2), nn.Linear(3, 2)\n"
        "judge.requires_grad_(False)\n(net(x).mean() - judge(x).mean()).backward()",
}  # fmt: skip
