"""`cut`: a gradient was cut off on its way, by what has no slope or leaves torch."""

from __future__ import annotations

from collections.abc import Iterator

from server.document.finding import Finding
from server.findings.diagnosis import Diagnosis
from server.findings.missing_grad.find import missing
from server.findings.reading import Reading

KIND = "cut"


def find(reading: Reading) -> Iterator[Finding]:
    """Yield the missing gradients of this kind."""
    return (finding for finding in missing(reading) if finding.kind == KIND)


DIAGNOSIS = Diagnosis(KIND, find)
