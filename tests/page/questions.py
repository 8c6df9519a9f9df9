"""Questions about runs, which the page's own code answers."""

from tests.page.node import Node


class Page(Node):
    """`tests/page/questions.ts`."""

    program = "questions.ts"

    def ask(self, ask: str, run: dict, **more: object) -> object:
        """The answer to one question about a run document."""
        return self.answer({"ask": ask, "run": run, **more})
