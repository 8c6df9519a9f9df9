"""Words that no reader should meet: riddles, and two words for one thing."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SPOKEN = sorted(
    path for folder, kinds in (
        ("static/src", ("*.ts",)), ("server", ("*.py", "*.json", "*.toml")),
        ("templates", ("*.html",)),
    ) for kind in kinds for path in (ROOT / folder).rglob(kind)
)  # fmt: skip

FORBIDDEN = {
    r"\bin line (?:\d|\$?\{)": "on line n",
    "Of two keys": "where two keys are listed",
    "Keys rest": "shortcuts do not work",
    "sloping": "activation functions",
    "gave up": "stops",
    "answer another": "return another",
    "watching goes on": "you can still watch",
    "take the wheel back": "take control back",
    "近路": "残差连接",
    "房间|教室": "课堂",
    "您": "你",
}


@pytest.mark.parametrize("words", FORBIDDEN)
def test_what_is_said_is_said_in_plain_words(words):
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()} (say: {FORBIDDEN[words]})"
        for path in SPOKEN for line in path.read_text("utf-8").splitlines()
        if re.search(words, line) and not line.lstrip().startswith(("//", "#", "*", "/*"))
    ]
    assert found == []
