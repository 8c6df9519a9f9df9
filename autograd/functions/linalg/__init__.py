"""Linear algebra: matrix products, decompositions, solvers, norms."""
