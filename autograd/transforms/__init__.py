"""Function transforms: gradients and Jacobians of functions, forward mode, `vmap`."""
