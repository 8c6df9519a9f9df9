"""The kinds of findings, one module each."""
