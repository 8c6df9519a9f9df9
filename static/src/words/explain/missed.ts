// Leaves that asked for a gradient, were there in time, and have never been sent any.

import { statementOf } from "../../model/ledger.ts";
import type { Run } from "../../model/run.ts";
import { frameAt, type Call, type TensorState } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { bindingIn } from "../../model/timeline/scope.ts";
import type { Cause, Finding, SurpriseFacts } from "./finding.ts";
import { isPassedByGrad, lineOfCause, returnedBy, whyNone } from "./none.ts";
import { surprise } from "./surprise.ts";
import { boundAt, lineText, pathsIn } from "./text.ts";

type Surprise = Finding<SurpriseFacts>;

/** Is a leaf more than what an object called its own and then replaced, as tied weights are? */
function isHeld(run: Run, tensor: string): boolean {
  const own = labelOf(run, tensor, run.events.length)?.startsWith("self.") === true;
  return !own || !run.events.some((event) =>
    event.kind === "name" && event.name.includes(".") && !event.name.startsWith("self."));
}

/** Leaves that the program moves by itself, as copies of a net that follow it. */
function movedByHand(run: Run): ReadonlySet<string> {
  const first = run.events.findIndex((event) => event.kind === "backward");
  return new Set(run.events.flatMap((event, i) => event.kind === "write"
    && event.by !== "step" && (event.by === "copy_" || i > first) ? [event.tensor] : []));
}

/** Does a name still mean a tensor, in a call under way? A module may hold its parameters. */
function isMeant(run: Run, { id, names, parameter }: TensorState, at: number): boolean {
  if (parameter) return names.some((name) => boundAt(run, name, at) === id);
  const { scopes, call } = frameAt(run, at);
  for (let one: Call | null = call; one; one = one.outer) {
    const { frame } = one;
    if (names.some((name) => bindingIn(scopes, frame, name)?.tensor === id)) return true;
  }
  return false;
}

/** The line that gave a name of a tensor to another one last, in a frame in which it had it. */
function replacedOn(run: Run, { id }: TensorState, at: number): number | null {
  const held = new Set<string>();
  let line: number | null = null;
  for (const event of run.events.slice(0, at)) {
    if (event.kind !== "name") continue;
    const key = `${event.frame} ${event.name}`;
    if (event.tensor === id) held.add(key);
    else if (held.has(key)) ({ line } = event);
  }
  return line;
}

/** An optimizer is made on a line of text. */
const OPTIMIZER =
  /\b(?:optim\.\w+|A?SGD|[NR]?Adam\w*|RMSprop|Adagrad|Adadelta|Rprop|LBFGS)\s*\(/;

/** The line between two lines that makes an optimizer of a name or of what the name belongs to. */
function optimizerOf(run: Run, names: readonly string[], from: number, to: number): number | null {
  for (let line = to; line >= from; line--) {
    const text = lineText(run, line);
    const made = text.match(OPTIMIZER);
    if (!made) continue;
    const given = pathsIn(text.slice(made.index! + made[0].length)).map((path) =>
      path.replace(/\.(?:named_)?parameters$/, ""));
    if (names.some((name) => given.some((path) =>
      name === path || name.startsWith(`${path}.`) || name.startsWith(`${path}[`)))) return line;
  }
  return null;
}

/** Leaves whose names went to others after an optimizer had been made of them. */
function replaced(run: Run, missed: readonly TensorState[], at: number): readonly Surprise[] {
  const groups = new Map<string, { held: number; line: number; tensors: TensorState[] }>();
  for (const tensor of missed) {
    const line = replacedOn(run, tensor, at);
    const held = line === null || tensor.line === null ? null
      : optimizerOf(run, tensor.names, tensor.line, line);
    if (line === null || held === null) continue;
    const group = groups.get(`${held} ${line}`) ?? { held, line, tensors: [] };
    groups.set(`${held} ${line}`, { ...group, tensors: [...group.tensors, tensor] });
  }
  return [...groups.values()].map(({ held, line, tensors }) => {
    // Without the number that tells the older tensor of a name from the newer.
    const names = tensors.flatMap(({ id }) =>
      labelOf(run, id, run.events.length)?.replace(/[₀-₉]+$/, "") ?? []);
    const event = run.events.findLastIndex((one) => one.kind === "backward");
    return surprise({ id: "replaced", names, held, line }, "warning", event,
      { line, lines: held === line ? [] : [held], tensors: tensors.map(({ id }) => id) });
  });
}

/** One finding for each cause: what one cut keeps from several leaves is said once. */
function byCause(run: Run, missed: readonly TensorState[], at: number): readonly Surprise[] {
  const groups = new Map<string, { cause: Cause; tensors: TensorState[] }>();
  for (const tensor of missed) {
    const cause = whyNone(run, tensor.id, at);
    if (!cause) continue;
    const key = JSON.stringify(cause);
    const group = groups.get(key) ?? { cause, tensors: [] };
    groups.set(key, { cause, tensors: [...group.tensors, tensor] });
  }
  const begin = run.events.slice(0, at).findLast((event) => event.kind === "backward");
  const line = begin?.kind === "backward" ? begin.line : null;
  return [...groups.values()].map(({ cause, tensors }) => {
    const names = tensors.flatMap(({ id }) => labelOf(run, id, run.events.length) ?? []);
    const lines = [lineOfCause(cause), ...tensors.map((tensor) => tensor.line)];
    return surprise({ id: "never-reached", names, cause }, "warning", at - 1, { line,
      lines: [...new Set(lines)].filter((one) => one !== null && one !== line) as number[],
      tensors: tensors.map(({ id }) => id) });
  });
}

/** Leaves that no backward has reached; `told` are the findings that explain some already. */
export function missedLeaves(run: Run, told: readonly Surprise[]): readonly Surprise[] {
  const end = run.events.findLastIndex((event) =>
    event.kind === "backward" && event.phase === "end" && !event.failed);
  const over = run.events[end];
  const call = over?.kind !== "backward" ? -1 : run.events.findIndex((event) =>
    event.kind === "backward" && event.phase === "begin" && event.call === over.call);
  const begin = run.events[call];
  if (begin?.kind !== "backward" || begin.phase !== "begin" || begin.inputs !== null) return [];
  const explained = new Set(told.flatMap(({ tensors }) => tensors));
  const moved = movedByHand(run);
  const missed = [...frameAt(run, call).tensors.values()].filter((tensor) =>
    tensor.is_leaf && tensor.requires_grad && tensor.names.length > 0 && !explained.has(tensor.id)
    && !moved.has(tensor.id) && isHeld(run, tensor.id)
    && statementOf(run, tensor.id, run.events.length).length === 0
    && returnedBy(run, tensor.id, run.events.length) === null
    && !isPassedByGrad(run, tensor.id, run.events.length));
  const gone = missed.filter((tensor) => !isMeant(run, tensor, call));
  const meant = missed.filter((tensor) => !gone.includes(tensor));
  return [...replaced(run, gone, call), ...byCause(run, meant, end + 1)];
}
