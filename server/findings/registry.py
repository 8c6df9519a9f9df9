"""All diagnoses. Of two findings at one event the one whose diagnosis stands first comes first."""

from __future__ import annotations

import logging

from server.document.finding import Finding
from server.findings.diagnosis import Diagnosis
from server.findings.kinds import (
    broadcast, carried_graph, clip_order, cut, dead_units, diverging, error, exploding, grad_mode,
    graph_kept, inplace_shared, loss_misuse, masked_nonfinite, no_parameters, nonfinite,
    optimizer_stale, optimizer_unheld, overwritten, read_again, same_module, shared_gradient,
    stale_gradient, step_order, term_without_gradient, unreached, unused_gradient, vanishing,
    wrong_backward, zero_gradient,
)
from server.findings.reading import Event, Reading

LOG = logging.getLogger(__name__)

DIAGNOSES: tuple[Diagnosis, ...] = (
    cut.DIAGNOSIS,
    grad_mode.DIAGNOSIS,
    unreached.DIAGNOSIS,
    term_without_gradient.DIAGNOSIS,
    wrong_backward.DIAGNOSIS,
    optimizer_unheld.DIAGNOSIS,
    optimizer_stale.DIAGNOSIS,
    same_module.DIAGNOSIS,
    no_parameters.DIAGNOSIS,
    loss_misuse.DIAGNOSIS,
    unused_gradient.DIAGNOSIS,
    stale_gradient.DIAGNOSIS,
    shared_gradient.DIAGNOSIS,
    read_again.DIAGNOSIS,
    step_order.DIAGNOSIS,
    clip_order.DIAGNOSIS,
    diverging.DIAGNOSIS,
    zero_gradient.DIAGNOSIS,
    dead_units.DIAGNOSIS,
    vanishing.DIAGNOSIS,
    exploding.DIAGNOSIS,
    broadcast.DIAGNOSIS,
    overwritten.DIAGNOSIS,
    inplace_shared.DIAGNOSIS,
    nonfinite.DIAGNOSIS,
    masked_nonfinite.DIAGNOSIS,
    carried_graph.DIAGNOSIS,
    graph_kept.DIAGNOSIS,
    error.DIAGNOSIS,
)


def findings(code: str, events: list[Event]) -> tuple[Finding, ...]:
    """Return what is wrong in a run, in the order in which it comes to light.

    A diagnosis that fails is logged, and costs neither the others nor the run's document.
    """
    reading = Reading(code, events)
    found = [finding for each in DIAGNOSES for finding in found_by(each, reading)]
    return tuple(sorted(found, key=lambda finding: finding.at))


def found_by(diagnosis: Diagnosis, reading: Reading) -> list[Finding]:
    """Return what a diagnosis finds; nothing if it fails."""
    try:
        return list(diagnosis.find(reading))
    except Exception:
        LOG.exception("The diagnosis %s failed.", diagnosis.kind)
        return []
