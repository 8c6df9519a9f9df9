"""What the zygote rehearses is a program that comes to its end."""

import pytest

from server.sandbox import warm_up


@pytest.mark.parametrize("text", [warm_up.ARITHMETIC, warm_up.LESSON])
def test_nothing_fails_in_what_is_rehearsed(text):
    kinds = {event["kind"] for event in warm_up.run_once(text)}
    assert "fail" not in kinds
    assert {"leaf", "op", "name", "backward", "grad"} <= kinds
