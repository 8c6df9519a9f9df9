"""How ops run on all slices at once under `vmap`: a table of rules, filled chapter by chapter."""
