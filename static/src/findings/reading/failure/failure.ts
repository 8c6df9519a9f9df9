// The exception that ended a run, read as one of the errors that lessons know.

import type { FailEvent, Run } from "../../../model/run.ts";
import { frameAt, type Frame } from "../../../model/timeline.ts";
import { labelOf } from "../../../model/timeline/label.ts";
import { brief } from "../../../words/narration/words.ts";
import { found, type Found } from "../../finding.ts";
import type { Cut } from "../cause.ts";
import { ancestors, cutOf, departure, departures } from "../lineage.ts";
import { askedOn, lineOfCause, whyNone } from "../missing-grad.ts";
import { freedFacts } from "./carried.ts";
import type { ErrorFacts } from "./facts.ts";
import { matricesFacts } from "./shapes.ts";
import { boundAt, calledOn, lineText, namesLike, pathsIn } from "../program-text.ts";
import { writtenFacts } from "./written.ts";

/** What a pattern found, and what is known at the failure. */
interface Scene {
  readonly run: Run;
  readonly at: number;
  readonly frame: Frame;
  readonly fail: FailEvent;
  readonly parts: RegExpMatchArray;
}

/** Facts, and what they point at besides the event's own blame. */
interface Read {
  readonly facts: ErrorFacts;
  readonly lines?: readonly (number | null)[];
  readonly tensors?: readonly string[];
}

/** What the line that failed calls a tensor, else its name. */
function nameOf({ run, at, fail }: Scene, i = 0): string | null {
  const tensor = fail.blame.tensors[i];
  if (tensor === undefined) return null;
  const called = calledOn(run, tensor, fail.line, at);
  const label = labelOf(run, tensor, at);
  if (called !== null || label === null || boundAt(run, label, at) === tensor) {
    return called ?? label;
  }
  // The name went on to another tensor; a list may still hold this one.
  const entries = pathsIn(lineText(run, fail.line)).flatMap((path) =>
    path.match(/^[\w.]+\[[^\]]*\]/)?.[0] ?? [])
    .filter((path) => boundAt(run, path, at) === null);
  return entries.length === 1 ? entries[0]! : label;
}

/** `torch.Size([2, 3])` as `[2, 3]`. */
function sizeIn(text: string | undefined): string {
  return text?.replace(/^torch\.Size\((.*)\)$/, "$1") ?? "";
}

function freed({ run, frame, fail }: Scene): Read {
  return freedFacts(run, frame, fail.blame.nodes[0] ?? "");
}

function written({ run, frame, fail }: Scene): Read {
  const [node = ""] = fail.blame.nodes;
  const { facts, lines, tensor } = writtenFacts(run, frame, node, fail.blame.tensors[0] ?? null);
  return { facts, lines, tensors: [tensor] };
}

/** The names that lines from..to-1 give to what other names of `tainted` went into. */
function carriers(run: Run, from: number, to: number): ReadonlySet<string> {
  const tainted = new Set<string>();
  for (let line = from; line < to; line++) {
    const [left = "", right] = lineText(run, line).split(/[-+*/]?=(?!=)|\.(?:append|extend)\(/);
    const isGiven = right !== undefined
      && (line === from || pathsIn(right).some((path) => tainted.has(path)));
    if (isGiven) for (const path of pathsIn(left)) tainted.add(path);
  }
  return tainted;
}

/** Did the numbers that went to Python at a conversion go into a leaf, as the text has it? */
function leadsTo(run: Run, at: number, leaf: string, frame: Frame): boolean {
  const event = run.events[at];
  const line = frame.tensors.get(leaf)?.line ?? null;
  if (event?.kind !== "mode" || event.line === null || line === null) return false;
  if (event.line === line) return true;
  const names = carriers(run, event.line, line);
  return pathsIn(lineText(run, line)).some((path) => names.has(path));
}

/** Where the numbers of a root had left autograd, if the program's text leads from there to it. */
function leftBefore({ run, frame }: Scene, origin: readonly string[]): Cut | null {
  for (const id of origin) {
    const state = frame.tensors.get(id);
    if (!state?.is_leaf || state.requires_grad) continue;
    const found = departures(run, state.made).findLast((at) => leadsTo(run, at, id, frame));
    if (found !== undefined) return departure(run, found);
  }
  return null;
}

/** A root without history: nothing asked for a gradient, or what did was cut off. */
function untracked(scene: Scene): Read {
  const { run, frame, fail } = scene;
  const [root = ""] = fail.blame.tensors;
  const name = nameOf(scene);
  const origin = ancestors(run, root);
  const cut = [...origin].find(([from, link]) =>
    link !== null && frame.tensors.get(from)?.requires_grad === true)?.[1];
  if (!cut) {
    const left = leftBefore(scene, [...origin.keys()]);
    return { facts: { id: "untracked", name, left }, lines: [left?.line ?? null] };
  }
  const facts = cutOf(run, cut);
  return { facts: { id: "cut", name, cut: facts }, lines: [facts.line], tensors: [cut.from] };
}

function notScalar(scene: Scene): Read {
  const { frame, fail } = scene;
  const value = frame.tensors.get(fail.blame.tensors[0] ?? "")?.value;
  return { facts: { id: "not-scalar", name: nameOf(scene),
    shape: value?.shape.join(", ") ?? "" } };
}

function unused(scene: Scene): Read {
  const { run, at, frame } = scene;
  const root = frame.backward?.roots[0]?.tensor;
  return { facts: { id: "unused", name: nameOf(scene),
    root: root === undefined ? null : labelOf(run, root, at) } };
}

/** None where a tensor was expected: the program used a `.grad` that is not there. */
function noneUsed(scene: Scene): Read | null {
  const { run, at, fail } = scene;
  for (const { tensor, name, at: asked } of askedOn(run, fail.line, at)) {
    const cause = whyNone(run, tensor, asked);
    if (!cause) continue;
    return { facts: { id: "none-used", name, cause }, lines: [lineOfCause(cause)],
      tensors: [tensor] };
  }
  return null;
}

/** A name that does not exist, with those that are written almost alike. */
function misspelled(scene: Scene): Read | null {
  const { run, fail, parts } = scene;
  const [, missing = ""] = parts;
  const told = fail.message.match(/^Near: (.*)\.$/m)?.[1]?.split(", ");
  const near = told ?? (fail.type === "NameError" ? namesLike(run.snippet.code, missing) : []);
  const [message = ""] = fail.message.split("\n");
  return near.length === 0 ? null : { facts: { id: "misspelled", message, line: fail.line, near,
    name: missing } };
}

type Reader = (scene: Scene) => Read | null;

/** torch's words, and how they are read; the first that fits. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/backward through the graph a second time/, freed],
  [/has been modified by an inplace operation/, written],
  [/can be implicitly created only for scalar outputs/, notScalar],
  [/does not require grad and does not have a grad_fn/, untracked],
  [/nly Tensors of floating point .*can require gradients/,
    (scene) => ({ facts: { id: "integers", name: nameOf(scene) } })],
  [/Mismatch in shape: grad_output\[\d+\] has a shape of (.*) and output.* a shape of (.*)\./,
    (scene) => ({ facts: { id: "seed-shape", name: nameOf(scene),
      given: sizeIn(scene.parts[1]), shape: sizeIn(scene.parts[2]) } })],
  [/Can't call numpy\(\) on Tensor that requires grad/,
    (scene) => ({ facts: { id: "numpy", name: nameOf(scene) } })],
  [/^a (view of a )?leaf Variable that requires grad is being used in an in-place operation/,
    (scene) => ({ facts: { id: "leaf-written", view: scene.parts[1] !== undefined,
      name: nameOf(scene, scene.parts[1] === undefined ? 0 : 1) } })],
  [/appears to not have been used in the graph/, unused],
  [/'NoneType'/, noneUsed],
  [/The size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\)/,
    ({ parts: [, one = "", other = ""] }) => ({ facts: { id: "sizes", one, other } })],
  [/mat1 and mat2 shapes cannot be multiplied \((\d+x\d+) and (\d+x\d+)\)/,
    ({ run, frame, fail, parts: [, left = "", right = ""] }) =>
      ({ facts: matricesFacts(run, frame, fail.line, left, right) })],
  [/^(?:module '[\w.]+'|'\w+' object) has no attribute '(\w+)'/, misspelled],
  [/^name '(\w+)' is not defined/, misspelled],
  [/Torch not compiled with CUDA enabled/, () => ({ facts: { id: "no-cuda" } })],
];

/** What Python says of a program that it cannot read; a program may raise them, too. */
const UNREADABLE: ReadonlySet<string> = new Set(["SyntaxError", "IndentationError", "TabError"]);

function readOf(run: Run, at: number, fail: FailEvent): Read {
  for (const [pattern, reader] of READERS) {
    const parts = fail.message.match(pattern);
    const read = parts && reader({ run, at, frame: frameAt(run, at), fail, parts });
    if (read) return read;
  }
  const message = brief(fail.message, 160);
  if (UNREADABLE.has(fail.type) && at === 0) {
    return { facts: { id: "unreadable", message, line: fail.line } };
  }
  return { facts: { id: "other", type: fail.type, message, line: fail.line, isFirst: at === 0 } };
}

const kept = new WeakMap<Run, Found<ErrorFacts> | null>();

function find(run: Run): Found<ErrorFacts> | null {
  const at = run.events.length - 1;
  const fail = run.events[at];
  if (fail?.kind !== "fail") return null;
  const { facts, lines = [], tensors = [] } = readOf(run, at, fail);
  const others = lines.filter((line) => line !== null && line !== fail.line) as number[];
  return found(facts, "error", at, {
    line: fail.line, lines: [...new Set(others)], nodes: fail.blame.nodes,
    tensors: [...new Set([...fail.blame.tensors, ...tensors])],
    torch: fail.message === "" ? fail.type : `${fail.type}: ${fail.message}`,
  });
}

/** Return the exception that ended a run, read as one of those that lessons know. */
export function failureOf(run: Run): Found<ErrorFacts> | null {
  let failure = kept.get(run);
  if (failure === undefined) kept.set(run, failure = find(run));
  return failure;
}
