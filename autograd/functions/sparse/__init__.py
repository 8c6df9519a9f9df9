"""Sparse tensors in COO, CSR or CSC layout."""
