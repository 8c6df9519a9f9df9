// Modules: what each module of a run is, as the ops in it tell. Pure.

import type { ModuleText, Run, TapeEvent } from "./run.ts";
import type { Frame, TensorState } from "./timeline.ts";
import { labelOf } from "./timeline/label.ts";

interface Told {
  readonly at: number;
  readonly text: ModuleText;
}

const known = new WeakMap<readonly TapeEvent[], ReadonlyMap<string, readonly Told[]>>();

/** All that is told of modules, by their names, in the order of the tape. */
function toldIn({ events }: Run): ReadonlyMap<string, readonly Told[]> {
  const before = known.get(events);
  if (before) return before;
  const found = new Map<string, Told[]>();
  events.forEach((event, at) => {
    if (event.kind !== "op") return;
    for (const text of event.modules ?? []) {
      found.set(text.name, [...found.get(text.name) ?? [], { at, text }]);
    }
  });
  known.set(events, found);
  return found;
}

/** What the module of a name is at an event; null where no op up to there tells. */
export function moduleAt(run: Run, name: string, at: number): ModuleText | null {
  return toldIn(run).get(name)?.findLast((told) => told.at <= at)?.text ?? null;
}

/** The innermost module that an op was made in; null where the event was in none that is known. */
export function moduleOf(run: Run, made: number): ModuleText | null {
  const event = run.events[made];
  const scope = event?.kind === "op" ? event.scope : [];
  const name = scope.findLast((one) => !one.endsWith("()"));
  return name === undefined ? null : moduleAt(run, name, made);
}

/** The module that a tensor was made in, or by its path belongs to; null where none is known. */
export function moduleAround(run: Run, { at }: Frame, tensor: TensorState): ModuleText | null {
  const path = labelOf(run, tensor.id, at) ?? "";
  return moduleOf(run, tensor.made)
    ?? moduleAt(run, path.slice(0, Math.max(0, path.lastIndexOf("."))), at);
}

/** The parts of a list of arguments, which commas in brackets do not part. */
function parted(extra: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  for (const each of extra.split(", ")) {
    if (depth > 0) parts.push(`${parts.pop()}, ${each}`);
    else parts.push(each);
    depth += each.split(/[([{]/).length - each.split(/[)\]}]/).length;
  }
  return parts.filter((part) => part !== "" && !part.endsWith("…"));
}

/** Arguments that are told by their values alone, as most programs give them. */
const BY_VALUE = /^(?:in_features|in[12]_features|out_features|kernel_size)=/;

/** `Linear(30, 4)`: its class, and the arguments that are seldom named; else the first. */
export function briefModule({ type, extra }: ModuleText): string {
  const parts = parted(extra);
  const given = parts.filter((part) => BY_VALUE.test(part) || !part.includes("="));
  const shown = given.length > 0 ? given : parts.slice(0, 1);
  const words = shown.map((part) => part.replace(BY_VALUE, "")).join(", ");
  return words === "" ? type : `${type}(${words})`;
}

/** `Linear(in_features=30, out_features=4, bias=True)`, as torch prints it. */
export function fullModule({ type, extra }: ModuleText): string {
  return extra === "" ? type : `${type}(${extra})`;
}
