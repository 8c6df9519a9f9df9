"""Events become passes. Each pass becomes a graph of boxes: what is to be seen, not yet where."""
