"""torch's chapter of gradients: `backward`, `grad`, hooks."""
