"""Gradients that did not come: what cut them off, which were wanted, what is said of each."""
