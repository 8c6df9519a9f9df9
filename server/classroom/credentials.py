"""The words that open a room's doors: its code, the teacher's secret, the participants' tokens."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from server.classroom.errors import Refused

# Without O 0 I 1, which look alike from the back row. 32 letters: 2^30 codes.
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 6
# Enough that no two participants of a room have one id.
PARTICIPANT_LENGTH = 8
# The id of a participant who proves to listen. Pages of earlier versions cannot, and have shorter
# ids, under which anybody may listen.
PROVING_LENGTH = 9
FORGIVEN = re.compile(r"[\s\-_.]+")


def drawn(length: int = CODE_LENGTH) -> str:
    """A word of the alphabet that nobody can foresee."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def code_in(text: str) -> str:
    """The code that somebody typed, in whatever way; Refused when it can be none."""
    code = FORGIVEN.sub("", text[: 4 * CODE_LENGTH]).upper()
    if len(code) != CODE_LENGTH or set(code) - set(ALPHABET):
        raise Refused("bad_code")
    return code


def hashed(secret: str) -> str:
    """What is kept of a secret. It is random and long, so that no salt is needed."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def opens(secret: str, kept: str) -> bool:
    """Whether that is the secret of which a hash was kept, in a time that tells nothing."""
    return hmac.compare_digest(hashed(secret), kept)


def token(key: str, participant: str) -> str:
    """The word of one participant: the id, signed with the room's key."""
    return f"{participant}.{signature(key, participant)}"


def bearer(key: str, word: str) -> str | None:
    """Whose token a word is, or None."""
    participant, _, signed = word.partition(".")
    expected = signature(key, participant)
    given = signed.encode("utf-8", "replace")
    return participant if hmac.compare_digest(given, expected.encode("ascii")) else None


def listening(key: str, who: str) -> str:
    """The word of one who listens, which opens nothing else: it stands in an address."""
    return signature(key, f"listen {who}")[:20]


def proves(key: str, who: str, word: str) -> bool:
    """Whether a word shows that this one listens."""
    expected = listening(key, who).encode("ascii")
    return hmac.compare_digest(word.encode("utf-8", "replace"), expected)


def signature(key: str, participant: str) -> str:
    name = participant.encode("utf-8", "replace")
    return hmac.new(key.encode("ascii"), name, hashlib.sha256).hexdigest()[:40]
