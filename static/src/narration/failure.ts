// Why a run failed: torch's message and the blame of its event, read as one of the classic errors.

import type { FailEvent, Run } from "../run.ts";
import { frameAt } from "../timeline.ts";
import { labelOf } from "../timeline/label.ts";
import type { Failure } from "./phrases.ts";
import { brief, nodeText } from "./words.ts";

const CLASSICS: readonly (readonly [RegExp, Exclude<Failure["kind"], "other">])[] = [
  [/backward through the graph a second time/, "freed"],
  [/has been modified by an inplace operation/, "written"],
  [/can be implicitly created only for scalar outputs/, "not-scalar"],
  [/does not require grad and does not have a grad_fn/, "untracked"],
  [/a leaf Variable that requires grad is being used in an in-place operation/, "leaf-written"],
];

/** What the `fail` event number i is a case of. */
export function failureOf(run: Run, i: number, event: FailEvent): Failure {
  const kind = CLASSICS.find(([pattern]) => pattern.test(event.message))?.[1];
  const frame = frameAt(run, i);
  const [blamed] = event.blame.nodes;
  const node = blamed === undefined ? "The node" : nodeText(run, frame, blamed);
  const [tensor] = event.blame.tensors;
  const name = tensor === undefined ? null : labelOf(run, tensor, i);
  switch (kind) {
    case "freed": return { kind, node, call: frame.backward?.call ?? null };
    case "written": return { kind, node, name };
    case "not-scalar": {
      const value = tensor === undefined ? undefined : frame.tensors.get(tensor)?.value;
      return { kind, name, shape: value?.shape.join(", ") ?? "" };
    }
    case "untracked": case "leaf-written": return { kind, name };
    case undefined: return { kind: "other", type: event.type, message: brief(event.message, 160) };
  }
}
