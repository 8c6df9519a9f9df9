"""Shapes: views, concatenation, repetition, rearrangement."""
