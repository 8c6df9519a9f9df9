"""The archive that `torch.save` writes: a zip of a pickle with the memory under each tensor.

Follows PyTorchStreamWriter (caffe2/serialize/inline_container.cc), to the byte but for the id.
"""

from __future__ import annotations

import io
import struct
from zlib import crc32

ALIGNMENT = 64  # of what a record holds
MAGIC = b"PK\x03\x04"
BROKEN = (
    "PytorchStreamReader failed reading zip archive: {}. This is an "
    "internal miniz error. If you are seeing this error, there is a high likelihood that your "
    "checkpoint file is corrupted. This can happen if the checkpoint was not saved properly, was "
    "transferred incorrectly, or the file was modified after saving.")


class Writer:
    """Collects uncompressed records, each aligned to a multiple of `ALIGNMENT`."""

    def __init__(self, name: str):
        self.name, self.body, self.entries = name, bytearray(), []

    def add(self, title: str, data: bytes) -> None:
        """Append one record."""
        name, begin, check = f"{self.name}/{title}".encode(), len(self.body), crc32(data)
        more = -(begin + 34 + len(name)) % ALIGNMENT
        header = (0, 0x0808, 0, 0, 0, 0, 0, 0, len(name), more + 4)
        self.body += MAGIC + struct.pack("<5H3I2H", *header) + name
        self.body += b"FB" + struct.pack("<H", more) + b"Z" * more + data
        self.body += b"PK\x07\x08" + struct.pack("<3I", check, len(data), len(data))
        self.entries.append((name, check, len(data), begin))

    def finished(self) -> bytes:
        """Return the whole file."""
        self.add("version", b"3\n")
        names, checks = (crc32(repr([e[i] for e in self.entries]).encode()) for i in (0, 1))
        self.add(".data/serialization_id", f"{names:020d}{checks:020d}".encode())
        begin, count = len(self.body), len(self.entries)
        for name, check, size, place in self.entries:
            header = (0, 0, 0x0808, 0, 0, 0, check, size, size, len(name), 0, 0, 0, 0, 0, place)
            self.body += b"PK\x01\x02" + struct.pack("<6H3I5H2I", *header) + name
        end = len(self.body)
        self.body += b"PK\x06\x06" + struct.pack(
            "<Q2H2I4Q", 44, 0x31e, 45, 0, 0, count, count, end - begin, begin)
        self.body += b"PK\x06\x07" + struct.pack("<IQI", 0, end, 1)
        sizes = 0, 0, count, count, end - begin, begin, 0
        self.body += b"PK\x05\x06" + struct.pack("<4H2IH", *sizes)
        return bytes(self.body)


class Reader:
    """The records of such a file."""

    def __init__(self, data: bytes):
        import zipfile  # only now: with what it imports it takes as long as a tenth of the engine

        try:
            self.zip = zipfile.ZipFile(io.BytesIO(data))
        except zipfile.BadZipFile:
            why = "failed finding central directory" if len(data) >= 22 else "not a ZIP archive"
            raise RuntimeError(BROKEN.format(why)) from None
        self.name = self.zip.namelist()[0].split("/")[0]

    def record(self, title: str) -> bytes:
        """Return the content of one record."""
        return self.zip.read(f"{self.name}/{title}")
