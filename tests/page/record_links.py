"""Adds to tests/golden/links.json what is not there yet; a link once given out must open for ever.

Run it from the root of the checkout: `python -m tests.page.record_links`.
"""

import json
from dataclasses import asdict
from pathlib import Path

from server.document.link import Moment, encode
from tests.page.test_link import Codec

GOLDEN = Path(__file__).parents[1] / "golden" / "links.json"
LESSON = """import torch

# 创建两个需要梯度的张量
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
w = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
b = torch.tensor(0.1, requires_grad=True)

# 前向传播:线性模型加上激活函数
z = (x * w).sum() + b
y = torch.sigmoid(z)
target = torch.tensor(1.0)

# 计算损失并反向传播
loss = (y - target) ** 2
loss.backward()

# 查看每个叶子节点的梯度
print(x.grad, w.grad, b.grad)
with torch.no_grad():
    w -= 0.1 * w.grad  # 更新参数
"""
MOMENTS = {
    "nothing but code": Moment("x = 1\n"),
    "no code at all": Moment(""),
    "a lesson of 20 lines with Chinese comments": Moment(
        LESSON, "第三课", 12, "n3", language="zh", seed=123456, engine="0.1.0",
        digest="2gosa7pa2gv",
    ),
    "everything": Moment(
        "y = x * x\n", "Lesson", 0, "t0", "event", "formal", "inspect", "en", "dark",
        2**53 - 1, "9.99.999", "0",
    ),  # fmt: skip
    "a camera that was taken": Moment(
        "y = x * x\n", step=3, bearing="down", camera="-120,0,150",
    ),  # fmt: skip
    "an arranged picture": Moment(
        "y = x * x\n", step=3, bearing="right", folds="f0~4,9o2", moved="3,-120,8;12,0,44",
        peek="7:3,0,12:n",
    ),  # fmt: skip
    "what JSON must escape": Moment(
        '"\\\u0000\u001f\u007f\u2028\r\n\t\ufeff</script>', "\U0001f600"
    ),
    # Its golden links carry a lone surrogate, which no link is made with any more.
    "half a character": Moment("\ufffd alone"),
}


def main() -> None:
    """Record the moments that the golden file does not have, as each codec writes them."""
    golden = json.loads(GOLDEN.read_text("utf-8")) if GOLDEN.exists() else []
    have = {case["case"] for case in golden}
    with Codec() as page:
        for name, moment in MOMENTS.items():
            if name not in have:
                links = [encode(moment), page.encode(asdict(moment))]
                golden.append({"case": name, "moment": asdict(moment), "links": links})
    GOLDEN.write_text(json.dumps(golden, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
