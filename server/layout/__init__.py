"""Places the boxes of a graph in layers along the tape, with routes for its edges."""
