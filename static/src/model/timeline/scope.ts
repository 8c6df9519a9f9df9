// Scopes: what the names of each call frame are bound to, as a persistent table.

import type { NameEvent, ValueEvent } from "../run.ts";
import { Table } from "./persistent-map.ts";

/** What a name of a frame is bound to: a tensor, or a plain value (then `type` is no null). */
export interface Binding {
  readonly name: string;
  readonly tensor: string | null;
  /** Python's name of the type of a plain value. */
  readonly type: string | null;
  /** A short repr of it. */
  readonly text: string | null;
  /** Index of the event that bound the name first, and of the one that bound it last. */
  readonly first: number;
  readonly event: number;
  readonly line: number | null;
}

/** The names of one frame. */
export type Scope = Table<Binding>;

/** The scope of each frame that has had a name, also of those that have returned. */
export type Scopes = Table<Scope>;

/** `net[0].weight` and `net.0.weight` are one; so are `d["a"]` and `d['a']`. */
function plainPath(name: string): string {
  return name.replace(/\[["']?([^\]"']*)["']?\]/g, ".$1");
}

/** A number for every name that any run has, since a table is keyed by numbers. */
const keys = new Map<string, string>();

function keyOf(name: string): string {
  let key = keys.get(name);
  if (key === undefined) {
    const plain = plainPath(name);
    key = keys.get(plain) ?? `v${keys.size}`;
    keys.set(name, key).set(plain, key);
  }
  return key;
}

function isBound({ tensor, type }: Binding): boolean {
  return tensor !== null || type !== null;
}

/** Is a name a path through the variable: `net.0.weight` through `net`? */
function leadsThrough(name: string, variable: string): boolean {
  return name.startsWith(variable) && /^[.[]/.test(name.slice(variable.length));
}

/** A variable that is bound to another kind of thing leaves no paths through what it was. */
function withoutPaths(scope: Scope, old: Binding, line: number | null): Scope {
  let left = scope;
  for (const path of scope.values()) {
    if (!isBound(path) || !leadsThrough(path.name, old.name)) continue;
    // The paths of the new thing may be told before the thing itself is.
    if (path.line === line && path.event >= old.event) continue;
    left = left.set(keyOf(path.name), { ...path, tensor: null });
  }
  return left;
}

/** The scopes after event number `at` has bound a name, or unbound it. */
export function bind(scopes: Scopes, event: NameEvent | ValueEvent, at: number): Scopes {
  const { name, line } = event;
  const key = keyOf(name);
  const frame = `f${event.frame}`;
  let scope = scopes.get(frame) ?? Table.empty<Binding>();
  const old = scope.get(key);
  const wasBound = old !== undefined && isBound(old);
  const [tensor, type, text] = event.kind === "name" ? [event.tensor, null, null]
    : [null, event.type, event.text];
  if (wasBound && old.type !== type) scope = withoutPaths(scope, old, line);
  const first = wasBound ? old.first : at;
  return scopes.set(frame, scope.set(key, { name, tensor, type, text, first, event: at, line }));
}

/** What a name of a frame is bound to; undefined when it is not. */
export function bindingIn(scopes: Scopes, frame: number, name: string): Binding | undefined {
  const found = scopes.get(`f${frame}`)?.get(keyOf(name));
  return found && isBound(found) ? found : undefined;
}

/** The names of a frame that are bound, in the order in which they came to be. */
export function bindingsOf(scopes: Scopes, frame: number): readonly Binding[] {
  const scope = scopes.get(`f${frame}`);
  return scope ? [...scope.values()].filter(isBound).toSorted((a, b) => a.first - b.first) : [];
}
