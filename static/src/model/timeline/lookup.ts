// What a name means to the code that runs: of its own frame, of a function around it, or global.

import type { Run } from "../run.ts";
import type { Frame } from "./frame.ts";
import { headOf, outerHead } from "./functions.ts";
import { bindingIn, type Binding } from "./scope.ts";
import { runningCall, type Call } from "./stack.ts";

type Locals = ReadonlyMap<number, ReadonlySet<string>>;

const known = new WeakMap<Run, Locals>();

/** By the `def` line of each function, the names that were ever bound in a call of it. */
function localsOf(run: Run): Locals {
  const found = known.get(run);
  if (found) return found;
  const heads = new Map<number, number>();
  const locals = new Map<number, Set<string>>();
  for (const event of run.events) {
    if (event.kind === "enter") heads.set(event.frame, headOf(run, event.line));
    if ((event.kind !== "name" && event.kind !== "value") || event.frame === 0) continue;
    const head = heads.get(event.frame) ?? 0;
    let names = locals.get(head);
    if (!names) locals.set(head, names = new Set());
    names.add(event.name);
  }
  known.set(run, locals);
  return locals;
}

/** The nearest call under way of the function that this call's code stands in, if there is one. */
function callAround(run: Run, call: Call, head: number): Call | null {
  for (let outer = call.outer; outer; outer = outer.outer) {
    const isMeant = head === 0 ? outer.of === "module"
      : outer.of === "function" && headOf(run, outer.head) === head;
    if (isMeant) return outer;
  }
  return null;
}

/**
 * The binding that `name` (or a path that begins with one) means at frame `frame`, as Python looks
 * it up; undefined when it is not bound, or not known to be.
 */
export function lookUp(run: Run, frame: Frame, name: string): Binding | undefined {
  const [variable = name] = /^\w+/.exec(name) ?? [];
  let call: Call | null = runningCall(frame.call);
  let head = headOf(run, call.head);
  while (head !== 0 || (call !== null && call.of !== "module")) {
    if (call !== null) {
      const found = bindingIn(frame.scopes, call.frame, name);
      if (found || bindingIn(frame.scopes, call.frame, variable)) return found;
    }
    const isShared = call?.of === "comprehension" || call?.of === "lambda";
    if (!isShared && localsOf(run).get(head)?.has(variable)) return undefined;
    head = outerHead(run, head);
    call = call && callAround(run, call, head);
  }
  return bindingIn(frame.scopes, 0, name);
}
