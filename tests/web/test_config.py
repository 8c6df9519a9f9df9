"""The settings: where each may be given, which comes first, what is said of one that cannot be."""

import subprocess
import sys
from pathlib import Path

import pytest

from server.config import SECTIONS, Config
from server.config.setting import settings_of
from server.config.sources import KNOWN, Misread

ROOT = Path(__file__).parents[2]


def misread(given, **sources):
    """The sentence of the error that settings raise."""
    with pytest.raises(Misread) as error:
        given(**sources)
    return str(error.value)


def test_every_setting_has_a_reason_and_is_in_one_section():
    assert list(KNOWN) and set(KNOWN) == {
        name for section in SECTIONS for name in settings_of(section)
    }
    assert [name for name, known in KNOWN.items() if len(known.reason) < 20] == []
    assert [name for name in KNOWN if name.endswith("_bytes") and KNOWN[name].unit != "bytes"] == []


def test_of_several_sources_the_command_line_counts_then_the_environment_then_the_file(given):
    file = "slots = 3\nlong_slots = 3\nqueue_length = 3\n"
    environment = {"TAPESCOPE_SLOTS": "2", "TAPESCOPE_LONG_SLOTS": "2"}
    loaded = given(file, environment, ["--slots", "1"])
    config = loaded.config
    assert (config.slots, config.long_slots, config.queue_length) == (1, 2, 3)
    assert config.code_bytes == Config().code_bytes
    sources = {name: each.source for name, each in loaded.given.items()}
    assert sources == {"slots": "command line", "long_slots": "environment", "queue_length": "file"}


def test_the_file_is_named_by_argument_or_variable_or_is_the_users(given, own):
    (own / "other.toml").write_text("run_rate = '7 per minute'\n")
    users = "run_rate = '9 per minute'\n"
    assert given(users).config.run_rate == "9 per minute"
    named = str(own / "other.toml")
    assert given(users, line=["--config", named]).config.run_rate == "7 per minute"
    assert given(users, {"TAPESCOPE_CONFIG": named}).config.run_rate == "7 per minute"


def test_an_empty_variable_sets_nothing(given):
    assert given("slots = 2", {"TAPESCOPE_SLOTS": ""}).config.slots == 2


def test_addresses_have_the_names_of_other_programs_too_and_ours_come_first(given):
    other = {"DATABASE_URL": "sqlite:///a.db", "REDIS_URL": "redis://a"}
    config = given(environment=other).config
    assert (config.database, config.redis) == ("sqlite:///a.db", "redis://a")
    ours = {"TAPESCOPE_DATABASE": "sqlite:///b.db"}
    assert given(environment=ours).config.database == "sqlite:///b.db"


@pytest.mark.parametrize(("given_as", "wanted"), [
    ("65536", 65536), ("64 KB", 65536), ("64KiB", 65536), ("0.5 MiB", 2**19), ("1 gb", 2**30),
])  # fmt: skip
def test_sizes_may_have_units(given, given_as, wanted):
    assert given(environment={"TAPESCOPE_CODE_BYTES": given_as}).config.code_bytes == wanted


def test_lists_are_lists_in_a_file_and_have_commas_elsewhere(given):
    assert given('languages = ["zh", "en"]').config.languages == ("zh", "en")
    environment = {"TAPESCOPE_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8"}
    assert given(environment=environment).config.trusted_proxies == ("127.0.0.1", "10.0.0.0/8")


def test_who_serves_others_is_called_by_any_name_unless_names_are_given(given):
    assert given().config.hosts == Config().hosts
    assert not given().config.is_public
    for line in (["--host", "0.0.0.0"], ["--trusted-proxies", "127.0.0.1"], ["--hosts", "*"]):
        config = given(line=line).config
        assert config.hosts is None
        assert config.is_public
    config = given(line=["--host", "::", "--hosts", "a.example"]).config
    assert config.hosts == ("a.example",)
    assert config.is_public


def test_behind_a_public_address_its_name_is_allowed_besides_this_machines_own(given):
    config = given(line=["--public-url", "https://a.example/tapescope/"]).config
    assert config.allowed_hosts == ("127.0.0.1", "localhost", "::1", "a.example")
    assert config.prefix == "/tapescope"
    assert config.is_public


# What is given -> the sentence about it.
BAD = {
    "a word for a number": (
        {"environment": {"TAPESCOPE_SLOTS": "many"}},
        "The setting slots (TAPESCOPE_SLOTS) is 'many'; it must be a whole number.",
    ),
    "a fraction for a whole number": (
        {"file": "slots = 1.5"},
        "The setting slots (in FILE) is 1.5; it must be a whole number.",
    ),
    "a truth for a number": (
        {"file": "slots = true"},
        "The setting slots (in FILE) is True; it must be a whole number.",
    ),
    "a number for a text": (
        {"file": "run_rate = 5"},
        "The setting run_rate (in FILE) is 5; it must be text of one line.",
    ),
    "no size": (
        {"line": ["--code-bytes", "64 sheets"]},
        "The setting code_bytes (--code-bytes) is '64 sheets'; it must be a number of bytes, as "
        "67108864 or 64 MiB.",
    ),
    "no time": (
        {"line": ["--wall-seconds", "0"]},
        "The setting wall_seconds (--wall-seconds) is '0'; it must be a number of seconds above "
        "zero.",
    ),
    "fractions of a second that the kernel does not count": (
        {"file": "cpu_seconds = 1.5"},
        "The setting cpu_seconds (in FILE) is 1.5; it must be a whole number: the kernel counts "
        "whole seconds.",
    ),
    "less than nothing": (
        {"line": ["--queue-length=-1"]},
        "The setting queue_length (--queue-length) is '-1'; it must be a number of runs zero or "
        "more.",
    ),
    "no port": (
        {"environment": {"TAPESCOPE_PORT": "65536"}},
        "The setting port (TAPESCOPE_PORT) is '65536'; it must be a port, 0 (any free one) to "
        "65535.",
    ),
    "no rate": (
        {"file": "share_rate = 'often'"},
        "The setting share_rate (in FILE) is 'often'; it must be a rate, as 120 per minute or 5 "
        "per 10 seconds.",
    ),
    "no choice": (
        {"file": "log_format = 'xml'"},
        "The setting log_format (in FILE) is 'xml'; it must be text or json.",
    ),
    "no web address": (
        {"line": ["--public-url", "autograd.example.edu"]},
        "The setting public_url (--public-url) is 'autograd.example.edu'; it must be an address as "
        "https://autograd.example.edu or .../tapescope, without user, query and fragment.",
    ),
    "no network": (
        {"file": "trusted_proxies = ['10.0.0.0/8', 'nginx']"},
        "The setting trusted_proxies (in FILE) is '10.0.0.0/8, nginx'; it must be networks, as "
        "127.0.0.1 or 10.0.0.0/8, with commas.",
    ),
    "a language that the page does not speak": (
        {"environment": {"TAPESCOPE_LANGUAGES": "en,fr"}},
        "The setting languages (TAPESCOPE_LANGUAGES) is 'en,fr'; it must be one or several of en "
        "and zh, with commas.",
    ),
    "a token that is not there": (
        {"file": "who_shares = 'class-token'"},
        "The setting who_shares is 'class-token', which needs the setting class_token.",
    ),
    "a header that anybody could send": (
        {"file": "who_shares = 'proxy-header'\nuser_header = 'X-Remote-User'"},
        "The setting who_shares is 'proxy-header', which needs the setting trusted_proxies.",
    ),
    "a secret that can be guessed": (
        {"environment": {"TAPESCOPE_SECRET": "123456"}},
        "The setting secret (TAPESCOPE_SECRET) must be 16 characters or more that nobody can "
        "guess; `openssl rand -hex 32` makes some.",
    ),
    "an unknown name in a file": (
        {"file": "slot = 2"}, "The file FILE sets slot, which is no setting. Is slots meant?",
    ),
    "an unknown name like none": (
        {"file": "colour = 'red'"}, "The file FILE sets colour, which is no setting.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_a_setting_that_cannot_be_is_refused_in_a_sentence(given, own, what):
    sources, sentence = BAD[what]
    said = misread(given, **sources).replace(str(own / "tapescope.toml"), "FILE")
    assert said == sentence


def test_all_that_is_wrong_is_said_at_once(given):
    said = misread(given, file="slots = 0\nroom_hours = -1\nrun_rate = 'x'")
    assert [name in said for name in ("slots", "room_hours", "run_rate")] == [True] * 3


@pytest.mark.parametrize(("text", "words"), [
    (None, "There is no file of settings"), (b"slots = ", "is not TOML"),
    (b"\xff", "is not text in UTF-8"),
])  # fmt: skip
def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(given, own, text, words):
    path = own / "named.toml"
    if text is not None:
        path.write_bytes(text)
    said = misread(given, line=["--config", str(path)])
    assert words in said and str(path) in said


def test_a_variable_of_ours_that_no_setting_has_is_warned_of_with_the_nearest_name(given):
    (warning,) = given(environment={"TAPESCOPE_PUBLIC_ULR": "https://a.example"}).warnings
    assert warning == (
        "TAPESCOPE_PUBLIC_ULR is no setting and was not read. Is TAPESCOPE_PUBLIC_URL meant?"
    )


def test_what_reads_sources_is_not_loaded_where_code_runs():
    program = "import sys, server.workers.process; print('server.config.sources' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert done.stdout == "False\n"
