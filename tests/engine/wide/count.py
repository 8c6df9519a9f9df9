"""Count how many wide random programs print otherwise than under real torch, and show them.

`python -m tests.engine.wide.count 2000 7` draws 2,000 programs from the seed 7. What is printed of
a program is its statements and the first line that differs. A statement joins the tables of this
folder when its programs agree; what is found here to differ is mended, or leaves them.
"""

import sys
from itertools import zip_longest

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.engine.runner import Worker
from tests.engine.wide import programs


def drawn(count: int, number: int) -> list[str]:
    """So many programs, always the same of one seed."""
    made = []

    @settings(max_examples=count, database=None, deadline=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))
    @seed(number)
    @given(source=programs.programs())
    def collect(source):
        made.append(source)

    collect()
    return list(dict.fromkeys(made))


def main() -> None:
    """Draw, run in both engines, and print what differs and how often."""
    count, number = (int(word) for word in (sys.argv[1:] + ["1000", "0"][len(sys.argv) - 1:]))
    sources, differing = drawn(count, number), 0
    with Worker("ours") as ours, Worker("torch") as theirs:
        for source in sources:
            pair = ours.lines(source), theirs.lines(source)
            if programs.same(source, *pair, theirs):
                continue
            differing += 1
            first = next(lines for lines in zip_longest(*pair) if lines[0] != lines[1])
            print(source.removeprefix(programs.HEAD))
            print(f"ours:  {first[0]}\ntorch: {first[1]}\n")
    print(f"{differing} of {len(sources)} programs differ")


if __name__ == "__main__":
    main()
