"""Pointwise functions."""
