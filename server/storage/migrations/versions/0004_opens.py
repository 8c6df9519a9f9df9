"""Keep when a snippet was opened last, with how often, so that old ones can be deleted."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; what is here counts as opened now, since nobody knows when it was."""
    op.add_column(
        "snippets", sa.Column("opened", sa.BigInteger, nullable=False, server_default="0")
    )
    op.add_column("snippets", sa.Column("opens", sa.BigInteger, nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE snippets SET opened = :now").bindparams(now=int(time.time())))
    op.create_index("snippets_opened", "snippets", ["opened"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("snippets_opened", "snippets")
    op.drop_column("snippets", "opens")
    op.drop_column("snippets", "opened")
