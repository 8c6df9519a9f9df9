// What a line of the program says: the names and the gradients that it asks for.

import type { Run } from "../../model/run.ts";
import { bindingsOf, frameAt, lookUp, runningCall } from "../../model/timeline.ts";
import { lastBinding } from "../../model/timeline/scope.ts";

/** A line of the program without its comment; "" if there is none. */
export function lineText(run: Run, line: number | null): string {
  const text = line === null ? "" : run.snippet.code.split("\n")[line - 1] ?? "";
  return text.replace(/("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|#.*/g, (_, quoted = "") =>
    quoted as string);
}

/**
 * The tensor that a name or path means to the code that runs after `at` events; where that is
 * nothing what it meant last, in a call that may be over.
 */
export function boundAt(run: Run, name: string, at: number): string | null {
  const frame = frameAt(run, at);
  return (lookUp(run, frame, name) ?? lastBinding(frame.scopes, name))?.tensor ?? null;
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
  const { scopes, tensors, call } = frameAt(run, at);
  const held = [...new Set([runningCall(call).frame, 0].flatMap((frame) =>
    bindingsOf(scopes, frame).flatMap(({ name, tensor }) =>
      (tensor !== null && name.startsWith(`${net}.`) && tensors.get(tensor)?.parameter === true
        ? [tensor] : []))))];
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
