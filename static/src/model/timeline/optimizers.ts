// What optimizers hold: the parameters and the learning rate of each group. Pure.

import type { Rate, Run } from "../run.ts";

export interface Group {
  readonly params: readonly string[];
  readonly lr: Rate;
}

/** The groups of an optimizer after the first `at` events; none where the tape does not tell. */
export function groupsAt(run: Run, optimizer: number, at: number): readonly Group[] {
  let groups: readonly Group[] = [];
  for (let i = 0; i < at; i++) {
    const event = run.events[i]!;
    if (event.kind === "optimizer" && event.optimizer === optimizer) {
      groups = [...groups.slice(0, event.first), ...event.groups];
    } else if (event.kind === "enter" && event.optimizer === optimizer && event.rates) {
      const { rates } = event;
      groups = groups.map(({ params }, k) => ({ params, lr: rates[k] ?? null }));
    }
  }
  return groups;
}
