"""Create the table of shared snippets, with the tokens that may delete them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables `snippets` and `claims`."""
    op.create_table(
        "snippets",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("content", sa.Text),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "claims",
        sa.Column("snippet", sa.String(64), sa.ForeignKey("snippets.id"), primary_key=True),
        sa.Column("token", sa.String(64), primary_key=True),
    )


def downgrade() -> None:
    """Drop both."""
    op.drop_table("claims")
    op.drop_table("snippets")
