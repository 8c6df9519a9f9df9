"""Live rooms, so that a server that was killed comes up with them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table `room_parts`."""
    op.create_table(
        "room_parts",
        sa.Column("room", sa.String(6), primary_key=True),
        sa.Column("part", sa.String(8), primary_key=True),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("room_parts")
