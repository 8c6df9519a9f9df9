"""Looking inside a large value: the run is run again, as far as that value."""

import base64

import numpy as np
import pytest

HEAD = "import torch\n"


@pytest.fixture
def ran(client):
    def run(code, seed=3):
        answer = client.post("/api/v1/run", json={"code": HEAD + code, "seed": seed})
        return answer.get_json()

    return run


@pytest.fixture
def cut(client):
    def ask(code, value, region, seed=3):
        asked = {"code": HEAD + code, "seed": seed, "value": value, "region": region}
        answer = client.post("/api/v1/slice", json=asked)
        assert answer.status_code == 200
        return answer.get_json()

    return ask


def numbers(told):
    return np.frombuffer(base64.b64decode(told["entries"]), f"<{told['form']}").tolist()


def printed(run):
    return [float(x) for e in run["events"] if e["kind"] == "print" for x in e["text"].split()]


def large_values(run):
    """Every large value that the document tells, in their order."""
    found = []

    def walk(part):
        if isinstance(part, list):
            for each in part:
                walk(each)
        elif isinstance(part, dict):
            if "stats" in part:
                found.append(part)
            else:
                walk(list(part.values()))

    walk(run["events"])
    return found


CUBE = "x = torch.randn(9, 30, 40, requires_grad=True)\n"
BACK = CUBE + "y = (x * x).sum()\ny.backward()\n"


def test_a_region_has_the_numbers_that_the_run_printed(ran, cut):
    shown = CUBE + "print(*x[7, 20:22, 3:6].flatten().tolist())\n"
    told = cut(shown, 1, [[7, 1], [20, 2], [3, 3]])["slice"]
    assert numbers(told) == pytest.approx(printed(ran(shown)))


@pytest.mark.parametrize("code", [BACK, "x = torch.rand(900)\nx[400] = torch.nan\ny = x.mul_(2)\n"])
def test_each_large_value_of_a_run_comes_again_as_the_document_tells_it(ran, cut, code):
    values = large_values(ran(code))
    assert len(values) >= 2
    for value in values:
        region = [[0, 1] for _ in value["shape"]]
        assert cut(code, value["id"], region)["slice"]["value"] | {"id": value["id"]} == value


def test_a_value_is_the_one_of_its_moment_not_what_was_written_later(ran, cut):
    code = "x = torch.zeros(300)\ny = x + 1\nx.fill_(7)\n"
    found = large_values(ran(code))
    assert [value["stats"]["max"] for value in found] == [0, 1, 7]
    last = [numbers(cut(code, value["id"], [[299, 1]])["slice"]) for value in found]
    assert last == [[0], [1], [7]]


def test_what_numpy_draws_without_a_seed_is_drawn_again(ran, cut):
    code = (
        "import numpy as np\nx = torch.tensor(np.random.default_rng().normal(size=400))\nx * 2\n"
    )
    (value, *_) = large_values(ran(code))
    assert cut(code, value["id"], [[0, 1]])["slice"]["value"] | {"id": value["id"]} == value


def test_what_the_machine_draws_is_another_value_and_can_be_told_from_the_first(ran, cut):
    code = "import os\nx = torch.tensor(list(os.urandom(400))).float()\nx * 2\n"
    (value, *_) = large_values(ran(code))
    assert cut(code, value["id"], [[0, 1]])["slice"]["value"]["stats"] != value["stats"]


def test_the_run_ends_where_the_value_is_whatever_the_code_would_catch(cut):
    code = "try:\n    x = torch.ones(300) * 2\nexcept BaseException:\n    pass\nwhile True: pass\n"
    assert numbers(cut(code, 1, [[0, 2]])["slice"]) == [1, 1]


def test_a_value_that_never_comes_is_told_as_none_with_the_reason_if_the_run_was_ended(cut):
    assert cut("x = torch.ones(300)\n", 9, [[0, 1]]) == {"slice": None, "sentence": None}
    assert cut("1 / 0\n", 1, [[0, 1]]) == {"slice": None, "sentence": None}
    ended = cut("x = torch.ones(10**9)\n", 1, [[0, 1]])
    assert ended["slice"] is None and "memory" in ended["sentence"]


def test_ten_million_random_numbers_can_be_looked_into(cut):
    told = cut("x = torch.randn(10_000_000)\n", 1, [[5_000_000, 1000]])["slice"]
    assert len(numbers(told)) == 1000
    assert 0 <= told["min"] < 10_000_000


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"seed": None}, "bad_seed"),
        ({"value": 0}, "bad_request"),
        ({"value": True}, "bad_request"),
        ({"region": [[0, 0]]}, "bad_request"),
        ({"region": [[-1, 2]]}, "bad_request"),
        ({"region": [0, 2]}, "bad_request"),
        ({"region": None}, "bad_request"),
    ],
)
def test_what_is_no_region_of_a_value_is_refused(client, changed, code):
    asked = {"code": "1", "seed": 0, "value": 1, "region": [[0, 1]]} | changed
    answer = client.post("/api/v1/slice", json=asked)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, code)
