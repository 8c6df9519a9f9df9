"""The server's secret, from which keys are derived; it is never stored beside the data.

Whoever reads the database, in a backup or a leak, can sign nothing with it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import secrets
import threading
from pathlib import Path

import platformdirs

from server.storage.private_files import make_folder, restrict, write_once

LEAST_LENGTH = 16
log = logging.getLogger(__name__)


class Secret:
    """The secret of one server: the setting, else a file of the user's, made at first use.

    Servers that share rooms need the same setting. Threads may share one.
    """

    def __init__(self, setting: str | None = None):
        self._secret = setting
        self._lock = threading.Lock()

    def derive_key(self, purpose: str, *context: str) -> str:
        """Derive a key, as hexadecimal text, that tells nothing of the secret or other keys."""
        with self._lock:
            if self._secret is None:
                self._secret = load_secret()
        message = json.dumps([purpose, *context]).encode("ascii")
        return hmac.new(self._secret.encode("utf-8"), message, hashlib.sha256).hexdigest()


def load_secret() -> str:
    """Read the secret of the user's file, which is made if there is none."""
    folder = Path(platformdirs.user_config_path("tapescope", appauthor=False))
    path = folder / "secret"
    try:
        make_folder(folder)
        write_once(path, secrets.token_hex(32))
        restrict(path, 0o600)
        found = path.read_text("ascii").strip()
        if len(found) >= LEAST_LENGTH:
            return found
        log.error("The secret in %s is too short and was not used.", path)
    except (OSError, UnicodeDecodeError) as error:
        log.warning("The secret cannot be kept in %s: %s", path, error)
    log.warning("Participants join again after a restart. Set TAPESCOPE_SECRET to avoid that.")
    return secrets.token_hex(32)
