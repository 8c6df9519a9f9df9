"""Reductions, sorting, statistics."""
