"""How ops run on all slices at once under `vmap`: a table of rules, filled chapter by chapter."""

from autograd.transforms.batching import arrangements, entries, layers, places, products

CHAPTERS = (entries, arrangements, places, products, layers)
