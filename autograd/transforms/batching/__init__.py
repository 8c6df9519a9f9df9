"""The batching rules of `vmap`: how ops run on whole batches, one module a chapter of ops."""
