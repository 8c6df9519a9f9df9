// What a line of the program says: the names and the gradients that it asks for.

import type { Run } from "../run.ts";

/** A line of the program without its comment; "" if there is none. */
export function lineText(run: Run, line: number | null): string {
  const text = line === null ? "" : run.snippet.code.split("\n")[line - 1] ?? "";
  return text.replace(/("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|#.*/g, (_, quoted = "") =>
    quoted as string);
}

/** `net[0].weight` and `net.0.weight` are one; so are `d["a"]` and `d['a']`. */
export function plainPath(name: string): string {
  return name.replace(/\[["']?([^\]"']*)["']?\]/g, ".$1");
}

interface Binding {
  readonly event: number;
  readonly frame: number;
  readonly tensor: string | null;
}

interface Names {
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
  /** The frame that runs, event by event; empty where all is the module's. */
  readonly running: readonly number[];
}

const kept = new WeakMap<Run, Names>();

function namesOf(run: Run): Names {
  const known = kept.get(run);
  if (known) return known;
  const bindings = new Map<string, Binding[]>();
  const stack: { frame: number; isOwn: boolean }[] = [{ frame: 0, isOwn: true }];
  const running = run.events.map((event, i) => {
    if (event.kind === "enter") {
      stack.push({ frame: event.frame, isOwn: event.of !== "library" });
    }
    if (event.kind === "leave") {
      const at = stack.findLastIndex(({ frame }) => frame === event.frame);
      if (at > 0) stack.length = at;
    }
    if (event.kind === "name" || event.kind === "value") {
      const path = plainPath(event.name);
      const before = bindings.get(path) ?? [];
      bindings.set(path, before);
      before.push({ event: i, frame: event.frame,
        tensor: event.kind === "name" ? event.tensor : null });
    }
    return stack.findLast(({ isOwn }) => isOwn)?.frame ?? 0;
  });
  const names = { bindings, running };
  kept.set(run, names);
  return names;
}

/**
 * The tensor that a name or path means after `at` events: in the frame that runs, else in the
 * module, else where it was bound last.
 */
export function boundAt(run: Run, name: string, at: number): string | null {
  const { bindings, running } = namesOf(run);
  const all = (bindings.get(plainPath(name)) ?? []).filter(({ event }) => event < at);
  const here = running[Math.max(0, at - 1)] ?? 0;
  const found = all.findLast(({ frame }) => frame === here)
    ?? all.findLast(({ frame }) => frame === 0) ?? all.at(-1);
  return found?.tensor ?? null;
}

/**
 * The parameter that `ps[0]` means, where the program says `ps = list(net.parameters())`: a net's
 * parameters are named in the order in which it lists them.
 */
export function parameterAt(run: Run, path: string, at: number): string | null {
  const [, list, entry] = path.match(/^(\w+)\[(-?\d+)\]$/) ?? [];
  const lines = run.snippet.code.split("\n").map((_, i) => lineText(run, i + 1));
  const giving = new RegExp(`^\\s*${list}\\s*=(?!=)(.*)$`);
  const given = lines.flatMap((text) => text.match(giving) ?? []);
  const net = given.length === 2
    ? given[1]!.trim().match(/^(?:list\(|\[\*)([\w.]+)\.parameters\(\)[)\]]$/)?.[1] : undefined;
  if (list === undefined || net === undefined) return null;
  const names = [...namesOf(run).bindings.keys()].filter((name) => name.startsWith(`${net}.`));
  const parameters = new Set(run.events.flatMap((event) =>
    (event.kind === "leaf" && event.parameter ? [event.tensor] : [])));
  const held = [...new Set(names.flatMap((name) => boundAt(run, name, at) ?? []))]
    .filter((tensor) => parameters.has(tensor));
  return held.at(Number(entry)) ?? null;
}

/** Names and paths in a text: `w`, `net[0].weight`, `losses[-1]`, with what they are asked for. */
const PATH = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[[^[\]()]*\])*/g;

/** Text in quotes, other than a key in brackets; of an f-string what is in braces counts. */
const QUOTED = /(?<![[\w])([rbuf]*)("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')/gi;

export function pathsIn(text: string): readonly string[] {
  const plain = text.replace(QUOTED, (_, prefix: string, quoted: string) =>
    (/f/i.test(prefix) ? (quoted.match(/\{[^{}]*\}/g) ?? []).join(" ") : ""));
  return plain.match(PATH) ?? [];
}

/** What the program's line calls a tensor, if it names it there; the longest such name. */
export function calledOn(
  run: Run, tensor: string, line: number | null, at: number,
): string | null {
  const found = pathsIn(lineText(run, line)).flatMap((path) => {
    const parts = path.split(/(?=[.[])/);
    return parts.map((_, i) => parts.slice(0, i + 1).join(""));
  }).filter((path) => boundAt(run, path, at) === tensor);
  return found.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

/** How many letters must change, be added or left out, to make one word of another. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, its] of [...other].entries()) {
      next.push(Math.min(row[j]! + (letter === its ? 0 : 1), row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}

/** The names of a program that are written almost like `name`, the nearest first. */
export function namesLike(code: string, name: string): readonly string[] {
  const words = new Set(code.split("\n").flatMap((line) => line.replace(/#.*/, "")
    .match(/(?<![\w.])[A-Za-z_]\w*(?=\s*(?:[,=)]|$))|(?<=\b(?:def|class|import|as|for)\s+)\w+/g)
    ?? []));
  words.delete(name);
  const most = name.length < 4 ? 1 : 2;
  return [...words].map((word) => [distance(word, name), word] as const)
    .filter(([far]) => far <= most && far < name.length)
    .toSorted(([one], [other]) => one - other).map(([, word]) => word).slice(0, 3);
}
