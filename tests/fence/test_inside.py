"""What works behind the strong fence, and in what words the rest is refused."""

import pytest

from tests.fence.test_attacks import fenced

IMPORTS = """
    __future__ abc argparse array ast asyncio base64 bisect builtins bz2 calendar cmath codecs
    collections collections.abc concurrent.futures contextlib contextvars copy copyreg csv ctypes
    dataclasses datetime decimal difflib dis doctest email enum fractions functools gc glob
    graphlib gzip hashlib heapq html importlib importlib.metadata inspect io itertools json
    keyword locale logging lzma math multiprocessing numbers numpy numpy.fft numpy.linalg numpy.ma
    numpy.polynomial numpy.random operator os os.path pathlib pickle pkgutil platform pprint
    queue random re secrets select shutil signal socket statistics string struct subprocess sys
    tempfile textwrap threading time timeit tokenize torch torch.nn torch.nn.functional
    torch.optim traceback types typing unicodedata unittest urllib.request uuid warnings weakref
    xml.etree.ElementTree zipfile zlib zoneinfo
""".split()

LOOKS = """
    IPython.display matplotlib matplotlib.pyplot matplotlib.animation mpl_toolkits.mplot3d
    pylab matplotlib_inline.backend_inline seaborn tensorboardX torch.utils.tensorboard
    torchviz tqdm tqdm.auto tqdm.notebook visdom wandb sklearn.datasets sklearn.metrics
    sklearn.model_selection sklearn.preprocessing graphviz plotly.express bokeh.plotting altair
    ipywidgets
""".split()

EINOPS = """
import torch
from einops import einsum, pack, rearrange, repeat, unpack
from einops.layers.torch import Rearrange, Reduce
x = torch.arange(12.0).view(1, 3, 2, 2).requires_grad_()
y = rearrange(x, 'b c h w -> b (h w) c')
print(y.grad_fn.name(), repeat(x, '1 c h w -> b c h w', b=2).grad_fn.name())
apart = Rearrange('b c (h p) w -> b (c p) h w', p=2)
net = torch.nn.Sequential(apart, Reduce('b c h w -> b c', 'mean'))
print(net)
net(x).sum().backward()
print(x.grad.flatten().tolist() == [0.5] * 12)
together, shapes = pack([x, torch.ones(1, 3, 5)], 'b c *')
print(together.shape, [each.shape for each in unpack(together, shapes, 'b c *')])
print(einsum(x, torch.ones(3, 7), 'batch chan h w, chan out -> batch out h w').shape)
"""

REFUSED = {
    "open('data.csv')": "There are no files here",
    "open('data.csv', 'w')": "There are no files here",
    "import pathlib\npathlib.Path('x').read_text()": "There are no files here",
    "import os\nos.listdir('.')": "There are no files here",
    "import tempfile\ntempfile.TemporaryFile()": "There are no files here",
    "import numpy as np\nnp.fromfile('x')": "There are no files here",
    "import numpy as np\nnp.ones(2).tofile('x')": "There are no files here",
    "import socket\nsocket.create_connection(('127.0.0.1', 80))": "There is no network here",
    "import urllib.request\nurllib.request.urlopen('http://127.0.0.1/')": "There is no network",
    "import http.client\nhttp.client.HTTPConnection('x').connect()": "There is no network here",
    "import threading\nthreading.Thread(target=print).start()": "There are no threads here",
    "import _thread\n_thread.start_new_thread(print, ())": "There are no threads here",
    "from concurrent.futures import ThreadPoolExecutor as P\nP().submit(print)": "no threads here",
    "import asyncio\nasync def f(): pass\nasyncio.run(f())": "There are no event loops here",
    "import subprocess\nsubprocess.run(['ls'])": "There are no other processes here",
    "import os\nos.system('ls')": "There are no other processes here",
    "import os\nos.fork()": "There are no other processes here",
    "import multiprocessing as m\nm.Process(target=print).start()": "no other processes here",
    "import multiprocessing as m\nm.Pool(2)": "There are no",
    "import mmap\nmmap.mmap(-1, 99, mmap.MAP_SHARED)": "There is no shared memory here",
    "import mmap\nmmap.mmap(-1, 99, access=mmap.ACCESS_READ)": "There is no shared memory here",
    "import mmap\nmmap.mmap(0, 99)": "There are no files here",
    "import pandas\npandas.read_csv('x')": "Only torch, numpy, einops and Python's own modules",
    "from scipy import stats\nstats.norm.cdf(0)": "Only torch, numpy, einops and Python's own",
    "import nowhere": "Only torch, numpy, einops and Python's own modules are here.",
    "from sklearn.datasets import load_digits\nload_digits()": "Of scikit-learn, only",
    "import sklearn.svm as svm\nsvm.SVC()": "Of scikit-learn, only",
}

UNNEEDED = """
import pandas as pd
import torchvision.transforms as T
from torchvision import datasets, models
from sklearn.datasets import load_digits, make_moons
from PIL import Image
def shown(frame: pd.DataFrame) -> Image.Image:
    return isinstance(frame, pd.DataFrame)
print(shown([1]))
try:
    import cv2
except ImportError:
    print("no cv2")
import importlib.util
print(importlib.util.find_spec("scipy"))
print("still here")
class Digits(datasets.MNIST): pass
"""

PLOTS = """
%matplotlib inline
from matplotlib import pyplot as plt
from mpl_toolkits.mplot3d import Axes3D
from matplotlib import cm, rcParams
rcParams['figure.figsize'] = (3, 3)
plt.rcParams.update({'font.size': 9})
figure, (left, right) = plt.subplots(1, 2, figsize=(4, 2))
line, = left.plot([1, 2], label='x')
line.set_data([1], [2])
counts, edges, patches = plt.hist([1, 2])
_, axes = plt.subplots(2, 3)
for axis in axes.flat: axis.set_title('t')
axes[0, 1].imshow([[1]], cmap=cm.viridis)
with plt.style.context('dark'): pass
@plt.FuncFormatter
def shown(x, position): return x
plt.plot([1])
plt.show()
print(shown(3, None))
"""

# How pasted lessons begin and end: one import, a few calls, and the window.
PASTED = {
    "one plot": "import matplotlib.pyplot as plt\nplt.plot([1], [2])\nplt.legend()\nplt.show()",
    "a figure": "from matplotlib import pyplot as plt\nfig, ax = plt.subplots()\nax.plot([1])",
    "axes by name": "import matplotlib.pyplot as plt\nfig = plt.figure()\n"
                    "ax = fig.add_subplot(111, projection='3d')\nax.scatter([1], [2], [3])",
    "many axes": "import matplotlib.pyplot as plt\nfig, axes = plt.subplots(2, 2)\n"
                 "for ax, i in zip(axes.ravel(), range(4)): ax.imshow([[i]])\n"
                 "plt.colorbar(axes[0, 0])\nplt.savefig('a.png')",
    "a notebook": "%matplotlib inline\n!pip install torch\nimport matplotlib\n"
                  "matplotlib.use('Agg')\nprint(matplotlib.__version__)",
    "an animation": "import matplotlib.pyplot as plt\nfrom matplotlib import animation\n"
                    "fig, ax = plt.subplots()\nline, = ax.plot([], [])\n"
                    "made = animation.FuncAnimation(fig, lambda i: line, frames=10)",
    "statistics": "import seaborn as sns\nsns.set_theme()\nsns.heatmap([[1]], annot=True)",
}  # fmt: skip

BARS = """
from tqdm import tqdm, trange
import tqdm.auto
from tqdm import notebook
for i in notebook.tqdm(range(10)): pass
bar = tqdm.auto.tqdm(range(3), desc='steps')
for i in bar: bar.set_postfix(loss=i)
with tqdm.tqdm(total=2) as other: other.update(2)
tqdm.tqdm.write('written')
print(list(trange(2)), bar.n, other.n, len(bar))
"""


@pytest.fixture(scope="module")
def place():
    with fenced() as place:
        yield place


def said(outcome, *hows):
    return [event["text"] for event in outcome.events if event.get("how") in hows]


def test_numpy_warns_of_what_the_program_computes_and_not_of_what_torch_does(place):
    code = """
import numpy as np, torch
np.log(0.0)
print(np.std([np.inf, 1.0]))
print(torch.log(torch.zeros(1)), torch.tensor([1.0]) / 0)
with np.errstate(all="ignore"):
    np.sqrt(-1.0)
"""
    outcome = place.run(code)
    assert [(event["text"], event["line"]) for event in outcome.events
            if event.get("how") == "warning"] == [
        ("RuntimeWarning: divide by zero encountered in log", 3),
        ("RuntimeWarning: invalid value encountered in subtract", 4),
    ]
    assert said(outcome, "print") == ["nan\n", "tensor([-inf]) tensor([inf])\n"]


@pytest.mark.parametrize("module", IMPORTS + LOOKS)
def test_what_lessons_import_is_there(place, module):
    outcome = place.run(f"import {module}\nprint('imported')")
    assert said(outcome, "print") == ["imported\n"], outcome.sentence


@pytest.mark.parametrize("code", REFUSED)
def test_what_cannot_work_is_refused_in_a_sentence(place, code):
    outcome = place.run(code)
    assert outcome.kind == "failed"
    assert REFUSED[code] in outcome.events[-1]["message"]
    assert outcome.sentence.endswith(".")


def test_looking_for_a_file_finds_none_and_raises_nothing(place):
    code = "import os, glob\nprint(os.path.exists('/etc/passwd'), glob.glob('/etc/*'))"
    assert said(place.run(code), "print") == ["False []\n"]


def test_plots_are_not_drawn_and_the_console_says_so_once(place):
    outcome = place.run(PLOTS)
    assert outcome.kind == "finished"
    assert said(outcome, "warning") == ["Plots are not drawn here; the code runs on without them."]
    assert said(outcome, "value") == []
    assert said(outcome, "print") == ["3\n"]


@pytest.mark.parametrize("code", PASTED.values(), ids=PASTED)
def test_a_pasted_lesson_with_plots_runs_and_is_told_once_that_none_is_drawn(place, code):
    outcome = place.run(code)
    assert outcome.kind == "finished", outcome.sentence
    assert said(outcome, "warning") == ["Plots are not drawn here; the code runs on without them."]


def test_a_sign_of_percent_at_the_head_of_a_line_is_an_operator_where_python_says_so(place):
    outcome = place.run("x = (7\n%4)\nprint(x)")
    assert said(outcome, "print") == ["3\n"]


def test_progress_bars_let_loops_go_on(place):
    outcome = place.run(BARS)
    assert outcome.kind == "finished"
    assert said(outcome, "print") == ["written\n", "[0, 1] 3 2 3\n"]
    assert said(outcome, "warning") == []


def test_a_lesson_with_einops_runs_and_its_steps_are_on_the_tape(place):
    outcome = place.run(EINOPS)
    assert outcome.kind == "finished", outcome.sentence
    assert "".join(said(outcome, "print")).splitlines() == [
        "ReshapeAliasBackward0 ExpandBackward0",
        "Sequential(",
        "  (0): Rearrange('b c (h p) w -> b (c p) h w', p=2)",
        "  (1): Reduce('b c h w -> b c', 'mean')",
        ")",
        "True",
        "torch.Size([1, 3, 9]) [torch.Size([1, 3, 2, 2]), torch.Size([1, 3, 5])]",
        "torch.Size([1, 7, 2, 2])",
    ]


def test_what_is_loaded_but_not_used_makes_nothing_slower(place):
    code = (
        "from autograd.engine import backward\nfrom autograd.tensor import torch_function\n"
        "print(backward.run_masked_node, torch_function.in_use)"
    )
    outcome = place.run(code)
    assert [event["text"] for event in outcome.events] == ["None False\n"]


def test_packages_that_a_lesson_names_and_does_not_use_are_no_matter(place):
    outcome = place.run(UNNEEDED)
    assert outcome.kind == "failed" and outcome.sentence.startswith("Line 17: ModuleNotFoundError")
    assert said(outcome, "print") == ["False\n", "no cv2\n", "None\n", "still here\n"]


def test_what_a_stand_in_lacks_on_purpose_is_lacking(place):
    outcome = place.run("import matplotlib.pyplot as plt\nprint(hasattr(plt, '__wrapped__'))")
    assert said(outcome, "print") == ["False\n"]


def test_a_random_file_of_bytes_in_memory_still_works(place):
    code = (
        "import io, zipfile, numpy as np\n"
        "kept = io.BytesIO()\nnp.save(kept, np.arange(3))\nkept.seek(0)\nprint(np.load(kept))\n"
        "with zipfile.ZipFile(io.BytesIO(), 'w') as z: z.writestr('a', 'b')\n"
    )
    assert said(place.run(code), "print") == ["[0 1 2]\n"]


def test_memory_without_a_file_is_there_for_the_run_alone(place):
    code = "import mmap\nm = mmap.mmap(-1, 5)\nm[:2] = b'ab'\nm.resize(9)\nprint(m[:3], len(m))"
    assert said(place.run(code), "print") == ["b'ab\\x00' 9\n"]


def test_every_lesson_of_the_menu_runs_to_its_end_or_its_own_error(place):
    from server import examples

    for lesson in examples.index():
        outcome = place.run(lesson["code"])
        assert outcome.kind in ("finished", "failed"), (lesson["id"], outcome.sentence)


EXITS = {
    "exit()": 0,
    "import sys\nsys.exit()": 0,
    "raise SystemExit(1)": 1,
    "raise SystemExit(-1)": 255,
    "raise SystemExit(True)": 1,
    "import sys\nsys.exit('done with it')": 1,
    "pass": 0,
}


@pytest.mark.parametrize(("code", "status"), EXITS.items(), ids=EXITS)
def test_leaving_the_program_is_finishing_with_the_status_that_it_asked_for(place, code, status):
    outcome = place.run(code)
    assert (outcome.kind, outcome.status) == ("finished", status)


def test_an_exception_and_a_limit_have_the_status_that_python_gives(place):
    assert place.run("1 / 0").status == 1
    assert place.run("print('x' * 2_000_000)").status is None
