"""Headers of proxies: believed of trusted ones only, along the chain, and never a crash."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.web.forwarded import ASKED_HOST, IS_TRUSTED, PEER, Forwarded, Networks
from tests.sampling import examples

CLIENT, PROXY = "192.0.2.7", "10.0.0.1"
ROUTES = frozenset({"api", "s", "r"})


def seen(headers, peer=PROXY, path="/s/x", trusted=("10.0.0.0/8", "fd00::/8"), public_url=None):
    """The environment that the app sees of a request with these headers."""
    environ = {
        "REMOTE_ADDR": peer, "HTTP_HOST": "inner:8765", "wsgi.url_scheme": "http",
        "SCRIPT_NAME": "", "PATH_INFO": path,
        **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()},
    }  # fmt: skip
    app = Forwarded(lambda _env, _start: [b""], Networks(trusted), public_url, ROUTES)
    app(environ, print)
    return environ


def address(headers, **how):
    return seen(headers, **how)["REMOTE_ADDR"]


def root(headers, **how):
    """The address of the page, as links name it."""
    env = seen(headers, **how)
    return f"{env['wsgi.url_scheme']}://{env['HTTP_HOST']}{env['SCRIPT_NAME']}"


def test_a_trusted_proxy_tells_the_client_and_the_public_address():
    env = seen({
        "X-Forwarded-For": CLIENT, "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "tape.example", "X-Forwarded-Port": "8443",
        "X-Forwarded-Prefix": "/tapescope/",
    })  # fmt: skip
    assert env["REMOTE_ADDR"] == CLIENT
    assert (env["wsgi.url_scheme"], env["HTTP_HOST"]) == ("https", "tape.example:8443")
    assert (env["SCRIPT_NAME"], env["PATH_INFO"]) == ("/tapescope", "/s/x")
    assert (env[PEER], env[IS_TRUSTED], env[ASKED_HOST]) == (PROXY, True, "tape.example:8443")


def test_the_standard_header_tells_the_same():
    env = seen({"Forwarded": f'for="{CLIENT}:4711";Proto=https;host="tape.example";by=_us'})
    assert env["REMOTE_ADDR"] == CLIENT
    assert (env["wsgi.url_scheme"], env["HTTP_HOST"]) == ("https", "tape.example")


def test_nobody_else_is_believed():
    everything = {
        "X-Forwarded-For": PROXY, "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil",
        "X-Forwarded-Port": "1", "X-Forwarded-Prefix": "/evil", "Forwarded": "for=10.0.0.9",
    }  # fmt: skip
    for how in ({"peer": CLIENT}, {"trusted": ()}, {"peer": ""}, {"peer": "not an address"}):
        env = seen(everything, **how)
        assert env["REMOTE_ADDR"] == how.get("peer", PROXY)
        assert root(everything, **how) == "http://inner:8765"
        assert not env[IS_TRUSTED]


@pytest.mark.parametrize(("chain", "client"), [
    (CLIENT, CLIENT),
    (f"1.1.1.1, {CLIENT}", CLIENT),  # what the client wrote itself
    (f"10.0.0.9, {CLIENT}", CLIENT),
    (f"1.1.1.1, {CLIENT}, 10.0.0.9", CLIENT),
    (f"{CLIENT},10.0.0.8 , 10.0.0.9", CLIENT),
    ("10.0.0.7, 10.0.0.8", "10.0.0.7"),  # a client inside
    ("2001:DB8::0:1", "2001:db8::1"),
    ("[2001:db8::1]:443", "2001:db8::1"),
    ("::ffff:192.0.2.7", CLIENT),
    (f"{CLIENT}:61234", CLIENT),
    (f"{CLIENT}, fd00::5", CLIENT),
    (f"{CLIENT}, unknown, 10.0.0.9", "10.0.0.9"),  # as far as is told
    ("", PROXY), ("unknown", PROXY), ("_hidden", PROXY), (f"{CLIENT},", PROXY),
    ("1.1.1", PROXY), ("01.1.1.1", PROXY), ("1.1.1.1.", PROXY), ("localhost", PROXY),
    (f"{CLIENT} 10.0.0.1", PROXY), ("[::1", PROXY), ("1.1.1.1:", PROXY), ("\xb2.1.1.1", PROXY),
    (", ".join([CLIENT] * 400), PROXY),  # longer than any chain
])  # fmt: skip
def test_the_chain_is_walked_from_the_right_through_trusted_hops(chain, client):
    assert address({"X-Forwarded-For": chain}) == client


def test_the_chain_of_the_standard_header_is_walked_likewise():
    chain = f'for=1.1.1.1;host=forged, for={CLIENT};host=outer;proto=https, For="10.0.0.9";host=mid'
    env = seen({"Forwarded": chain})
    assert env["REMOTE_ADDR"] == CLIENT
    assert root({"Forwarded": chain}) == "https://outer"


@pytest.mark.parametrize("text", [
    "for", "for=", f"for={CLIENT};for={CLIENT}", f"for={CLIENT};;", f'for="{CLIENT}', "=", ",",
    f"for={CLIENT} proto=https", f"{CLIENT}", f"for={CLIENT};" + "a=b;" * 600, "for=\x00",
])  # fmt: skip
def test_a_standard_header_that_is_malformed_is_ignored(text):
    assert address({"Forwarded": text}) == PROXY


@pytest.mark.parametrize(("name", "value"), [
    ("Proto", "gopher"), ("Proto", "https, ftp"), ("Host", "a b"), ("Host", "a/b"),
    ("Host", "user@host"), ("Host", "host:port"), ("Host", "<script>"), ("Host", "a" * 3000),
    ("Host", "host#x"), ("Prefix", "//evil.example"), ("Prefix", "/a/../b"), ("Prefix", "/."),
    ("Prefix", "/a//b"), ("Prefix", "tapescope"), ("Prefix", "/a?b"), ("Prefix", "/\\evil"),
    ("Prefix", '/"x'), ("Prefix", "/"), ("Prefix", "/r"), ("Prefix", "/api/v1"), ("Port", "0"),
    ("Port", "65536"), ("Port", "\u0663"), ("Port", "-1"), ("Port", "9" * 99),
])  # fmt: skip
def test_what_is_no_address_of_a_page_is_ignored(name, value):
    assert root({f"X-Forwarded-{name}": value}) == "http://inner:8765"


def test_each_proxy_may_add_its_own_value():
    headers = {
        "X-Forwarded-For": f"1.1.1.1, {CLIENT}, 10.0.0.9",
        "X-Forwarded-Proto": "http, https, http", "X-Forwarded-Host": "forged, outer, inner",
    }  # fmt: skip
    assert root(headers) == "https://outer"
    assert root(headers | {"X-Forwarded-Proto": "https"}) == "https://outer"


def test_a_port_belongs_to_a_host_that_has_none():
    assert root({"X-Forwarded-Host": "a", "X-Forwarded-Port": "81"}) == "http://a:81"
    assert root({"X-Forwarded-Host": "a:82", "X-Forwarded-Port": "81"}) == "http://a:82"
    assert root({"X-Forwarded-Host": "[::1]", "X-Forwarded-Port": "81"}) == "http://[::1]:81"
    secure = {"X-Forwarded-Host": "a", "X-Forwarded-Port": "443", "X-Forwarded-Proto": "https"}
    assert root(secure) == "https://a"


def test_headers_that_contradict_each_other_are_not_believed():
    # A proxy that sets one kind passes the other on, as the client wrote it.
    forged = {"X-Forwarded-For": CLIENT, "Forwarded": "for=1.1.1.1;host=evil;proto=https",
              "X-Forwarded-Host": "tape.example"}
    assert address(forged) == PROXY
    assert root(forged) == "https://inner:8765"
    alike = forged | {"Forwarded": f"for={CLIENT};host=tape.example"}
    assert (address(alike), root(alike)) == (CLIENT, "http://tape.example")


@pytest.mark.parametrize(("path", "seen_path"), [
    ("/tapescope/s/x", "/s/x"), ("/s/x", "/s/x"), ("/tapescope", "/"), ("/tapescope/", "/"),
    ("/", "/"), ("/tapescopes", "/tapescopes"),
])  # fmt: skip
def test_the_proxy_may_strip_the_prefix_or_pass_it_on(path, seen_path):
    for how in (
        {"headers": {"X-Forwarded-Prefix": "/tapescope"}},
        {"headers": {"X-Other": "1"}, "public_url": "https://tape.example/tapescope/"},
    ):
        env = seen(**how, path=path)
        assert (env["SCRIPT_NAME"], env["PATH_INFO"]) == ("/tapescope", seen_path)


def test_the_public_url_stands_over_headers_and_is_used_for_everybody():
    headers = {"X-Forwarded-Host": "other", "X-Forwarded-Prefix": "/x", "X-Forwarded-For": CLIENT}
    public = "https://tape.example:8443/lab/tapescope"
    assert root(headers, public_url=public) == public
    assert root({}, peer=CLIENT, public_url=public) == public
    env = seen(headers, public_url=public)
    assert (env["REMOTE_ADDR"], env[ASKED_HOST]) == (CLIENT, "other")
    assert root(headers, public_url="https://tape.example") == "https://tape.example"


HOPS = st.sampled_from([CLIENT, "10.0.0.5", "unknown", "1.1.1.1", "fd00::1", "", "x", '"', ";="])
TEXTS = st.one_of(st.text(max_size=60), st.lists(HOPS, max_size=5).map(", ".join))


@given(st.fixed_dictionaries({}, optional={
    name: TEXTS for name in (
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host",
        "X-Forwarded-Port", "X-Forwarded-Prefix",
    )
}))  # fmt: skip
@examples(100)
def test_whatever_a_client_writes_its_proxy_has_the_last_word(headers):
    said = headers.get("X-Forwarded-For")
    appended = CLIENT if said is None else f"{said}, {CLIENT}"
    if len(appended) <= 2000:
        told = address(headers | {"X-Forwarded-For": appended})
        # PROXY where a forged Forwarded contradicts.
        assert told == CLIENT or (told == PROXY and "Forwarded" in headers)
    env = seen(headers)
    assert env["SCRIPT_NAME"] == "" or env["SCRIPT_NAME"][1:2].isascii()
    assert env["wsgi.url_scheme"] in ("http", "https")
