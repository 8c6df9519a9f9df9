"""The names that the editor completes."""

import json
import subprocess
import sys

import pytest

from autograd.frontend import usage_counts as uses
from server.config import Config
from server.document import completion
from server.web.app import close, create_app


@pytest.fixture(scope="module")
def told():
    return json.loads(completion.catalogue())


def test_the_engine_tells_functions_classes_methods_and_namespaces(told):
    assert told["torch"]["relu"] == {
        "kind": "function",
        "signature": "(input)",
        "about": "Return `max(input, 0)`; its derivative at 0 is 0.",
        "uses": 2,
    }
    assert told["torch"]["float64"]["kind"] == "constant"
    assert told["torch"]["nn"]["kind"] == "namespace"
    assert told["torch.nn"]["Linear"]["kind"] == "class"
    assert told["torch.nn"]["Linear"]["signature"].startswith("(in_features, out_features, bias")
    assert told["torch.nn.functional"]["cross_entropy"]["signature"].startswith("(input, target")
    assert told["torch.Tensor"]["backward"]["signature"].startswith("(gradient=None")
    assert told["torch.Tensor"]["grad"]["kind"] == "property"


def test_a_method_is_told_without_its_tensor_and_in_place_forms_as_their_op(told):
    assert told["torch.Tensor"]["mean"]["signature"].startswith("(dim=None")
    assert told["torch.Tensor"]["scatter_"]["signature"].startswith("(dim, index")


def test_a_name_is_told_with_how_many_lessons_use_it(told):
    counts = {name: entry["uses"] for name, entry in told["torch.Tensor"].items()}
    assert counts["backward"] > counts["sum"] > counts["size"] > counts["scatter"] == 0
    nn = told["torch"]["nn"]["uses"]
    assert nn > max(entry["uses"] for name, entry in told["torch"].items() if name != "nn")


def test_every_name_that_is_counted_is_there(told):
    for place, names_ in uses.USES.items():
        known = {name for each in (uses.MEMBERS if place in uses.MEMBERS else [place])
                 for name in told[each]}  # fmt: skip
        assert names_.keys() <= known


def test_no_name_is_told_that_torch_has_not(told):
    assert "annotations" not in told["torch.nn.init"]
    assert not [name for place in told.values() for name in place if name.startswith("_")]


def test_what_the_server_asks_leaves_its_own_torch_alone():
    before = sys.modules.get("torch")
    completion.catalogue()
    assert sys.modules.get("torch") is before


def test_the_route_tells_them_once_and_then_says_that_nothing_changed(client, told):
    first = client.get("/api/v1/names")
    assert first.status_code == 200 and first.get_json() == told
    again = client.get("/api/v1/names", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and again.data == b""


def test_an_engine_that_does_not_answer_is_told_in_a_sentence(monkeypatch):
    def fails(*arguments, **options):
        raise subprocess.CalledProcessError(1, "python")

    monkeypatch.setattr(subprocess, "run", fails)
    with pytest.raises(completion.NoNames, match="The engine did not tell its names"):
        completion.catalogue()


def served(hosts):
    app = create_app(Config(hosts=hosts, database="sqlite://"))
    try:
        reply = app.test_client().get(
            "/api/v1/examples", headers={"Accept-Encoding": "gzip", "Host": "localhost"}
        )
        return reply.headers.get("Content-Encoding"), len(reply.data)
    finally:
        close(app)


def test_replies_are_compressed_for_others_and_not_on_ones_own_machine():
    (small, few), (plain, many) = served(None), served(("localhost",))
    assert (small, plain) == ("gzip", None)
    assert few < many / 2
