"""The database, the snippets in it, files that only their owner may read."""
