"""Count the bytes that are stored, in all or by client; index what is evicted first."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ROW_BYTES = 256


def upgrade() -> None:
    """Make the tables `totals` and `shared_days`, with the bytes of the snippets that are here."""
    totals = op.create_table(
        "totals",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("bytes", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "shared_days",
        sa.Column("day", sa.Integer, primary_key=True),
        sa.Column("client", sa.String(64), primary_key=True),
        sa.Column("bytes", sa.BigInteger, nullable=False),
    )
    is_deleted = sa.text("content IS NULL")
    op.create_index(
        "snippets_deleted", "snippets", ["id"],
        sqlite_where=is_deleted, postgresql_where=is_deleted,
    )  # fmt: skip
    op.create_index("room_parts_expires", "room_parts", ["expires"])
    connection = op.get_bind()
    # Contents are ASCII, so that characters are bytes.
    counted = "SELECT COALESCE(SUM(LENGTH(content)), 0), COUNT(*) FROM snippets"
    size, rows = connection.execute(sa.text(counted)).one()
    rows += connection.execute(sa.text("SELECT COUNT(*) FROM claims")).scalar_one()
    op.bulk_insert(totals, [{"name": "snippets", "bytes": int(size) + rows * ROW_BYTES}])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("room_parts_expires", "room_parts")
    op.drop_index("snippets_deleted", "snippets")
    op.drop_table("shared_days")
    op.drop_table("totals")
