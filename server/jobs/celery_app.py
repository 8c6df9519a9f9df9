"""The Celery app: one queue for each version of the server, JSON, no results."""

from __future__ import annotations

from celery import Celery
from kombu import Queue

from server.jobs.board import MOST_PRIORITY, PATIENCE_SECONDS

TASK = "tapescope.do"
# A queue that no server has asked for as long belongs to a version that is gone.
UNUSED_SECONDS = 24 * 3600
# A broker that does not take a message within this time is not there.
TAKEN_SECONDS = 3.0


def app_of(broker: str, version: str) -> Celery:
    """The app for the queue of one version on a broker."""
    app = Celery("tapescope", set_as_current=False, fixups=[])
    queue = Queue(
        f"tapescope.{version}", routing_key=f"tapescope.{version}", max_priority=MOST_PRIORITY,
        message_ttl=PATIENCE_SECONDS, expires=UNUSED_SECONDS,
    )  # fmt: skip
    app.conf.update(
        broker_url=broker,
        broker_transport_options=transport_options(broker),
        broker_connection_timeout=TAKEN_SECONDS,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,  # a worker waits for its broker
        task_queues=[queue],
        task_default_queue=queue.name,
        task_default_exchange="",
        task_default_routing_key=queue.routing_key,
        task_create_missing_queues=False,
        # Nobody waits for a run that outlived its broker, so nothing is written to a disk.
        task_default_delivery_mode="transient",
        task_serializer="json",
        accept_content=["json"],
        # The board has answers: a web process waits on one thing for answer, progress and death.
        task_ignore_result=True,
        # A message is acknowledged when its run is over, or a worker would take as many messages
        # again as it runs, and keep them from others. The claim on the board is what makes a run
        # be done once at most, so that nothing is run again when a worker died with its message.
        task_acks_late=True,
        task_reject_on_worker_lost=False,
        worker_prefetch_multiplier=1,
        worker_enable_prefetch_count_reduction=False,
        worker_cancel_long_running_tasks_on_connection_loss=False,
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
    )
    return app


def transport_options(broker: str) -> dict[str, object]:
    """What the client of the broker needs besides."""
    if broker.startswith("amqp"):
        # Without it a message sent over a connection that has just died would be lost unseen.
        return {"confirm_publish": True, "confirm_timeout": TAKEN_SECONDS}
    return {
        "global_keyprefix": "tapescope:",
        "priority_steps": list(range(MOST_PRIORITY + 1)),
        # A message that a dead worker had taken comes back, when nobody waits for it any more.
        "visibility_timeout": 5 * PATIENCE_SECONDS,
        "socket_timeout": TAKEN_SECONDS,
        "socket_connect_timeout": TAKEN_SECONDS,
    }


def send(app: Celery, identity: str, priority: int) -> None:
    """Put a job on the queue. The larger of two priorities is served first.

    A message may come twice, or late, which the claim makes harmless: it knows by the clock of
    Redis how long somebody waits, whatever the clocks of machines say. Raises OperationalError.
    """
    is_amqp = str(app.conf.broker_url).startswith("amqp")
    app.send_task(
        TASK,
        [identity],
        # Redis serves the smallest number first.
        priority=priority if is_amqp else MOST_PRIORITY - priority,
        argsrepr="",
        kwargsrepr="",
        retry=True,
        retry_policy={"max_retries": 2, "interval_start": 0, "interval_step": 0.1},
    )
