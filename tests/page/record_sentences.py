"""Records tests/golden/sentences.json anew: `python -m tests.page.record_sentences`.

Read what changed: these are the words that a student reads.
"""

import json
from pathlib import Path

from server.config import Config
from server.document.run import to_json
from server.sandbox import Sandbox
from tests.page.questions import Page
from tests.page.sentences import PROGRAMS, TAPE, variant
from tests.web.runs import run_here

GOLDEN = Path(__file__).parents[1] / "golden" / "sentences.json"


def told():
    """The first sentence of each variant, in both languages, with the program that makes it."""
    found = {}
    config = Config(event_limit=TAPE)
    sandbox = Sandbox(config)
    with Page() as page:
        for name, code in PROGRAMS.items():
            run = json.loads(json.dumps(to_json(run_here(sandbox, code, 0, config))))
            sentences = page.ask("sentences", run)
            for i, (en, zh) in enumerate(sentences):
                this = variant(run["events"][: i + 1])
                found.setdefault(this, {"program": name, "en": en, "zh": zh})
    sandbox.close()
    return dict(sorted(found.items()))


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(told(), indent=1, ensure_ascii=False) + "\n", "utf-8")
