"""Ops that let no gradient through."""

from tests.findings.programs import Positive

W = "import torch\nw = torch.tensor([0.3, -0.4, 0.7], requires_grad=True)\n"

POSITIVE = {
    "a relu whose inputs are all negative": Positive(
        W + "h = torch.relu(w - 2)\nh.sum().backward()", 3, ("flat", "leaky_relu"), ("平的",),
        "smell", W + "h = torch.nn.functional.leaky_relu(w - 2)\nh.sum().backward()"),
    "round": Positive(
        W + "loss = ((w * 3).round() - 1).pow(2).sum()\nloss.backward()", 3, ("0 everywhere",),
        ("处处为 0",), "smell",
        W + "h = w * 3\nh = h + (h.round() - h).detach()\nloss = (h - 1).pow(2).sum()\n"
        "loss.backward()"),
    "sign": Positive(W + "(w.sign() * w.detach()).sum().backward()", 3, ("0 everywhere",),
                     (), "smell"),
    "clamp, all above": Positive(W + "w.clamp(max=-1.0).sum().backward()", 3, ("flat",), (),
                                 "smell"),
    "abs at zero": Positive("import torch\nx = torch.zeros(3, requires_grad=True)\n"
                            "x.abs().sum().backward()", 3, ("kink",), ("折点",), "smell"),
}

NEGATIVE = {
    "a relu that is half open": W + "torch.relu(w).sum().backward()",
    "a straight-through estimator":
        W + "h = w + (w.round() - w).detach()\nh.pow(2).sum().backward()",
    "a clamp that holds one entry": W + "w.clamp(max=0.5).sum().backward()",
    "a relu whose gradient is zero already": W + "(torch.relu(w - 2) * 0 + w).sum().backward()",
    "rounding under no_grad":
        W + "with torch.no_grad():\n    r = w.round()\n(w * r).sum().backward()",
}
