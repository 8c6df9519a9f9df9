"""Zygotes in which a test has run a few lines of its own before anything else."""

from server.sandbox import zygote_pool


def run_first(monkeypatch, lines):
    """Run `lines` of Python in every new zygote, when our packages are there and nothing else."""
    original = zygote_pool.bootstrap

    def bootstrap(module):
        paths, _, rest = original(module).partition("\n")
        return f"{paths}\n{lines}\n{rest}"

    monkeypatch.setattr(zygote_pool, "bootstrap", bootstrap)


# Takes Python's own refusals away, so that only the kernel's are left.
WITHOUT_WORDS = """
import server.sandbox.denied_messages as absent
absent.prepare = absent.explain = lambda: None
absent.amend = lambda module: None
"""
