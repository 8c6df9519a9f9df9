"""`tapescope config`: every setting with its value, its source, its reason; no secrets."""

import json
import tomllib

import pytest

from docs import settings
from server import cli
from server.__main__ import main
from server.config.sources import KNOWN

pytestmark = pytest.mark.usefixtures("own")


SECRETS = {
    "TAPESCOPE_SECRET": "sesame-sesame-sesame", "TAPESCOPE_CLASS_TOKEN": "sesame-class",
    "DATABASE_URL": "postgresql://ada:sesame@db.example:5432/tapescope?password=sesame",
    "REDIS_URL": "redis://:sesame@redis.example/1", "TAPESCOPE_BROKER_URL": "amqp://a:sesame@b//",
}  # fmt: skip


@pytest.mark.parametrize("form", [[], ["--toml"], ["--json"]])
def test_what_is_secret_is_printed_nowhere(given, capsys, form):
    config = given(environment=SECRETS).config
    assert main(["config", *form]) == 0
    printed = capsys.readouterr().out
    assert "sesame" not in printed + repr(config)
    assert form == ["--toml"] or "postgresql://***@db.example:5432/tapescope" in printed


def test_the_table_has_every_setting_with_value_source_and_reason(capsys, monkeypatch):
    monkeypatch.setenv("TAPESCOPE_CODE_BYTES", "128 KiB")
    assert main(["config", "--room-hours", "3"]) == 0
    printed = capsys.readouterr().out
    lines = printed.splitlines()
    assert "  code_bytes = 128 KiB  (environment: TAPESCOPE_CODE_BYTES)" in lines
    assert "  room_hours = 3 hours  (command line: --room-hours)" in lines
    assert "  secret = not set  (default)" in lines
    assert [name for name in KNOWN if f"  {name} = " not in printed] == []
    assert KNOWN["code_bytes"].reason in printed


def test_json_has_every_setting(capsys):
    assert main(["config", "--json", "--slots", "1"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert {each["name"] for each in printed} == set(KNOWN)
    assert next(each for each in printed if each["name"] == "slots") == {
        "name": "slots", "value": 1, "unit": "runs", "source": "command line",
        "argument": "--slots", "variable": "TAPESCOPE_SLOTS", "reason": KNOWN["slots"].reason,
    }  # fmt: skip


CHANGED = [
    "--slots=1", "--room-hours=3.5", "--hosts=a.example,b.example", "--languages=zh",
    "--log-format=json", "--database=sqlite:///a.db", "--frame-ancestors='self' https://a.example",
    "--public-url=https://a.example/t", "--trusted-proxies=10.0.0.0/8", "--retention-days=365",
]  # fmt: skip


@pytest.mark.parametrize("line", [[], CHANGED, ["--hosts=*"], ["--host=0.0.0.0"]])
def test_the_file_that_is_printed_gives_the_same_settings(given, own, capsys, line):
    assert main(["config", "--toml", *line]) == 0
    printed = capsys.readouterr().out
    assert given(printed).config == given(line=line).config
    # Each line in a comment is TOML as well: who edits it takes the sign away.
    values = [each[2:] for each in printed.splitlines() if each.startswith("# ") and " = " in each]
    assert {name for each in values for name in tomllib.loads(each)} <= set(KNOWN)


def test_a_setting_that_cannot_be_ends_the_command_with_a_sentence(monkeypatch, capsys):
    monkeypatch.setenv("TAPESCOPE_SLOTS", "many")
    assert main(["config"]) == cli.REFUSED
    assert capsys.readouterr().err.startswith("tapescope: The setting slots (TAPESCOPE_SLOTS) is ")


def test_the_page_of_settings_is_that_of_the_code():
    assert settings.PAGE.read_text("utf-8") == settings.page(), "Run python -m docs.settings."
