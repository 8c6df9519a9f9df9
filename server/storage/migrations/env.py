"""Runs the migrations on the connection that server/storage/database.py hands over."""

from alembic import context

from server.storage.database import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite alters a table only by making it anew.
    render_as_batch=True,
)
context.run_migrations()
