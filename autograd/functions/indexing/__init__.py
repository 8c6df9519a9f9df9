"""Indexing: elements selected, written, searched."""
