"""What the zygote rehearses is a program that comes to its end."""

import pytest

from server.sandbox import rehearsal


@pytest.mark.parametrize("text", [rehearsal.ARITHMETIC, rehearsal.LESSON])
def test_nothing_fails_in_what_is_rehearsed(text):
    kinds = {event["kind"] for event in rehearsal.run_once(text)}
    assert "fail" not in kinds
    assert {"leaf", "op", "name", "backward", "grad"} <= kinds
