"""Gradients: `backward`, `grad`, hooks."""
