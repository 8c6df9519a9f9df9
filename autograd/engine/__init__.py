"""Recording of forwards on the tape; the run of a backward."""
