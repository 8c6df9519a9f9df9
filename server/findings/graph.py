"""Find the ways on the tape: leaves that a backward call may come to, nodes where it ended."""

from __future__ import annotations

from collections import defaultdict

from server.findings.missing_grad.lineage import lineage
from server.findings.reading import Call, Reading, shared


@shared
def node_events(reading: Reading) -> dict[str, int]:
    """Return the event that made each node which an op told."""
    return {event["node"]["id"]: i for indices in reading.ops.values() for i in indices
            if (event := reading.events[i])["node"] is not None}


def edges_of(reading: Reading, node: str) -> list[str]:
    """Return the nodes to which a node sends."""
    at = node_events(reading).get(node)
    if at is None:
        return []
    return [edge["to"] for edge in reading.events[at]["node"]["edges"] if edge["to"] is not None]


def senders_of(reading: Reading, call: Call) -> dict[str, list[str]]:
    """Return all nodes that a call may come to, each with those that send to it."""
    senders: dict[str, list[str]] = defaultdict(list)
    waiting = [root["node"] for root in reading.events[call.begin]["roots"]]
    for root in waiting:
        senders[root] = []
    for node in waiting:
        for to in edges_of(reading, node):
            if to not in senders:
                waiting.append(to)
            senders[to].append(node)
    return senders


@shared
def known_senders(reading: Reading) -> dict[int, dict[str, list[str]]]:
    """Return what was found of calls so far, to be filled."""
    return {}


def reach(reading: Reading, call: Call) -> dict[str, list[str]]:
    """Return `senders_of` a call, found once."""
    known = known_senders(reading)
    if call.number not in known:
        known[call.number] = senders_of(reading, call)
    return known[call.number]


def leads_to(reading: Reading, call: Call, leaf: str) -> bool:
    """Return whether a way on the tape leads from where a call began to a leaf."""
    goal = lineage(reading).accumulate.get(leaf)
    return goal is not None and goal in reach(reading, call)


def silent_on(reading: Reading, call: Call, leaf: str) -> str | None:
    """Return the first node on a way to a leaf that got a gradient and sent none along the way."""
    senders, goal = reach(reading, call), lineage(reading).accumulate.get(leaf)
    if goal is None:
        return None
    on_way = dict.fromkeys([goal])
    waiting = [goal]
    for node in waiting:
        for sender in senders.get(node, ()):
            if sender not in on_way:
                on_way[sender] = None
                waiting.append(sender)
    ran: list[str] = []
    sent: set[str] = set()
    for event in reading.events[call.begin + 1 : call.end]:
        if event["kind"] == "run" and any(grad is not None for grad in event["grads"]):
            ran.append(event["node"])
        elif event["kind"] == "flow" and event["to"] in on_way:
            sent.add(event["node"])
    return next((node for node in ran
                 if node != goal and node in on_way and node not in sent), None)
