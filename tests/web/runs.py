"""Runs of code of our own, drawn in the process of the test."""

from server import pipeline


def run_here(sandbox, code, seed, config):
    """The run of `code`, as a worker would draw it."""
    return pipeline.document(code, sandbox.run(code, seed), config)
