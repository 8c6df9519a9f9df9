"""Explain the exception that ended a run: torch's own words, what the tape shows of them."""
