"""The exception that ended a run, explained: torch's own words, and what the tape tells of them."""
