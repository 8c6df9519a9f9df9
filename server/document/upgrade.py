"""The versions of the run document: older ones are read as the newest, broken ones refused."""

from __future__ import annotations

from typing import Any

from server.document.op_words import with_words

VERSION = 12


class RunError(ValueError):
    """What was read is not a run document that this version knows; the text is for the reader."""


def renewed(document: Any) -> dict:
    """A document of any version as one of the newest; RunError when it is of none that is known.

    One of version 1 is read as one that never asked for an exit status by `sys.exit`, one of
    version 2 as one in which nothing folds, one of version 3 as one that numbers no calls, one of
    version 4 as one whose backward calls are within those that end after them; one of version 5
    has no `full`, and is one of version 6 otherwise; one of version 6 draws all passes and edges;
    one of version 7 has no calls, and binds all its names in the frame of the module; the ops of
    one of version 8 have no words; nothing repeats in one of version 9; the ops of one of version
    10 have no names of outputs, and its edges no ports; one of version 11 has no findings, its
    modules no classes, and its optimizers do not say what they hold.
    """
    version = document.get("version") if isinstance(document, dict) else None
    if version not in range(1, VERSION + 1):
        raise RunError(
            f"This run document has version {version!r}, and this Tapescope knows versions 1 to "
            f"{VERSION}: run the snippet again to make a new one."
        )
    for known, renew in UPGRADES.items():
        if version <= known:
            document = renew(document)
    return document | {"version": VERSION}


def with_status(document: dict) -> dict:
    """A document of version 1 as one of version 2, which has `outcome.status`."""
    outcome = document.get("outcome")
    if not isinstance(outcome, dict):
        raise broken("the document", "has no 'outcome'")
    status = {"finished": 0, "failed": 1}.get(str(outcome.get("kind")))
    return document | {"version": 2, "outcome": outcome | {"status": status}}


def with_folds(document: dict) -> dict:
    """A document of version 2 as one of version 3, whose layouts have `groups` and `folded`."""
    layouts = document.get("layouts")
    if not isinstance(layouts, list) or not all(isinstance(each, dict) for each in layouts):
        raise broken("the document", "has no 'layouts'")
    plain = [each | {"groups": [], "folded": None} for each in layouts]
    return document | {"version": 3, "layouts": plain}


def with_calls(document: dict) -> dict:
    """A document of version 3 as one of version 4, whose ops number the calls of their scope."""
    numbered = [
        each | {"calls": [0] * len(each.get("scope", ()))} if each.get("kind") == "op" else each
        for each in events_of(document)
    ]
    return document | {"version": 4, "events": numbered}


def with_nesting(document: dict) -> dict:
    """A document of version 4 as one of version 5, whose backward calls say what called them."""
    events = events_of(document)
    ended = {each.get("call") for each in events if is_backward(each, "end")}
    under: list = []
    told = []
    for event in events:
        if is_backward(event, "begin"):
            told.append(event | {"within": under[-1] if under else None})
            if event.get("call") in ended:
                under.append(event["call"])
        else:
            ends = is_backward(event, "end")
            told.append(event | {"failed": False} if ends else event)
            if ends and event.get("call") in under:
                under.remove(event["call"])
    return document | {"version": 5, "events": told}


def with_drawn_passes(document: dict) -> dict:
    """A document of version 6 as one of version 7, whose passes say what was not drawn."""
    passes = document.get("passes")
    if not isinstance(passes, list) or not all(isinstance(each, dict) for each in passes):
        raise broken("the document", "has no 'passes'")
    drawn = [each | {"edges_left_out": 0, "drawn": True} for each in passes]
    return document | {"version": 7, "passes": drawn}


def with_frames(document: dict) -> dict:
    """A document of version 7 as one of version 8, whose names are bound in the module's frame."""
    told = [
        each | {"frame": 0} if each.get("kind") == "name" else each
        for each in events_of(document)
    ]
    return document | {"version": 8, "events": told}


def with_op_words(document: dict[str, Any]) -> dict[str, Any]:
    """A document of version 8 as one of version 9, whose ops have the words to show for them."""
    ops = document.get("ops")
    if not isinstance(ops, dict) or not all(isinstance(each, dict) for each in ops.values()):
        raise broken("the document", "has no 'ops'")
    return document | {"version": 9, "ops": with_words(ops)}


def with_repeats(document: dict[str, Any]) -> dict[str, Any]:
    """A document of version 9 as one of version 10, whose groups say how often they repeat."""
    layouts = document.get("layouts")
    if not isinstance(layouts, list) or not all(is_placed(each) for each in layouts):
        raise broken("the document", "has no 'layouts'")
    told = [
        each | {"groups": [group | {"times": 1} for group in each["groups"]]} for each in layouts
    ]
    return document | {"version": 10, "layouts": told}


def is_placed(layout: Any) -> bool:
    """Whether a layout has a list of groups."""
    groups = layout.get("groups") if isinstance(layout, dict) else None
    return isinstance(groups, list) and all(isinstance(each, dict) for each in groups)


def with_ports(document: dict[str, Any]) -> dict[str, Any]:
    """A document of version 10 as one of version 11, whose edges leave from ports of outputs."""
    ops, layouts = document.get("ops"), document.get("layouts")
    known = (*ops.values(), *layouts) if isinstance(ops, dict) and isinstance(layouts, list) else ()
    if not all(isinstance(each, dict) for each in known) or not isinstance(ops, dict):
        raise broken("the document", "has no 'ops' or no 'layouts'")
    named = {op: facts | {"outputs": []} for op, facts in ops.items()}
    ported = [
        each | {"edges": [edge | {"port": None} for edge in each.get("edges", ())]}
        for each in layouts or ()
    ]
    return document | {"version": 11, "ops": named, "layouts": ported}


def with_findings(document: dict[str, Any]) -> dict[str, Any]:
    """A document of version 11 as one of version 12, which has findings: none are known of it."""
    return document | {"version": 12, "findings": []}


# The last version that each upgrade is for.
UPGRADES = {
    1: with_status, 2: with_folds, 3: with_calls, 4: with_nesting, 6: with_drawn_passes,
    7: with_frames, 8: with_op_words, 9: with_repeats, 10: with_ports, 11: with_findings,
}  # fmt: skip


def is_backward(event: dict, phase: str) -> bool:
    return event.get("kind") == "backward" and event.get("phase") == phase


def events_of(document: dict) -> list[dict]:
    events = document.get("events")
    if not isinstance(events, list) or not all(isinstance(each, dict) for each in events):
        raise broken("the document", "has no 'events'")
    return events


def broken(where: str, what: str) -> RunError:
    return RunError(f"This run document is broken: {where} {what}.")
