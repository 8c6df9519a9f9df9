"""`torch.profiler` keeps to its schedule, though it measures nothing."""

import pytest

from autograd.frontend import import_hook

import_hook.install()
import torch  # noqa: E402


def test_a_profile_calls_back_after_each_round_of_its_schedule():
    plan = torch.profiler.schedule(wait=1, warmup=1, active=2, repeat=2)
    ready = []
    with torch.profiler.profile(
        schedule=plan, on_trace_ready=lambda prof: ready.append(prof.step_num)
    ) as prof:
        for _ in range(9):
            prof.step()
    assert ready == [4, 8]


def test_a_profile_without_a_schedule_calls_back_at_its_end():
    ready = []
    with torch.profiler.profile(on_trace_ready=ready.append) as prof:
        with torch.profiler.record_function("part"):
            torch.ones(2) + 1
        assert ready == []
    assert ready == [prof] and prof.events() == []


def test_a_profile_says_that_its_table_is_empty():
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as prof:
        torch.ones(2) + 1
    with pytest.warns(UserWarning, match="does not profile"):
        assert "does not profile" in prof.key_averages().table(sort_by="cpu_time_total")


def test_a_program_may_go_through_the_rows_of_the_table():
    with torch.autograd.profiler.profile() as prof:
        torch.ones(2) + 1
    with pytest.warns(UserWarning, match="does not profile"):
        rows = prof.key_averages(group_by_input_shape=True)
    assert [row.key for row in sorted(rows, key=lambda row: row.cpu_time_total)] == []
    assert rows.self_cpu_time_total == 0 and "does not profile" in str(rows)
