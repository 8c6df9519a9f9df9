"""Files and folders that a lesson saves its models in are kept in memory, behind the fence."""

import pytest

from tests.fence.test_attacks import fenced
from tests.fence.test_inside import said

CHECKPOINT = """
import torch
net = torch.nn.Linear(2, 1)
torch.save(net.state_dict(), 'models/net.pth')
with torch.no_grad():
    net.weight.zero_()
print(net.load_state_dict(torch.load('./models/net.pth')), bool(net.weight.any()))
import os
print(os.path.exists('models/net.pth'), os.path.isfile('other.pth'))
os.remove('models/net.pth')
torch.load('models/net.pth')
"""

FOLDERS = """
import os
from pathlib import Path
import torch
os.makedirs('runs/first', exist_ok=True)
os.makedirs('runs/first', exist_ok=True)
Path('models').mkdir(parents=True, exist_ok=True)
Path('models').mkdir(exist_ok=True)
torch.save(torch.ones(1), Path('models') / 'a.pt')
torch.save(torch.ones(1), os.path.join('runs', 'b.pt'))
print(os.listdir('models'), sorted(os.listdir('runs')), os.path.isdir('runs/first'))
print(Path('models/a.pt').exists(), Path('models').is_dir(), Path('models/b.pt').is_file())
os.rmdir('runs/first')
print(os.path.exists('runs/first'), Path('runs').exists(), os.path.isdir('/etc'))
try:
    os.mkdir('models')
except FileExistsError as error:
    print(error)
open('models/notes.txt', 'w')
"""


@pytest.fixture(scope="module")
def place():
    with fenced() as place:
        yield place


def test_a_checkpoint_saved_to_a_path_is_loaded_again(place):
    outcome = place.run(CHECKPOINT)
    assert said(outcome, "print") == ["<All keys matched successfully> True\n", "True False\n"]
    assert "There are no files here" in outcome.sentence


def test_folders_for_checkpoints_are_names_that_are_remembered(place):
    outcome = place.run(FOLDERS)
    assert said(outcome, "print") == [
        "['a.pt'] ['b.pt', 'first'] True\n", "True True False\n", "False True False\n",
        "[Errno 17] File exists: 'models'\n",
    ]
    assert "There are no files here" in outcome.sentence
