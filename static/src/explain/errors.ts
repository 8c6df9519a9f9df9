// The exception that ended a run, read as one of the errors that lessons know.

import type { FailEvent, Run } from "../run.ts";
import { frameAt, type Frame } from "../timeline.ts";
import { labelOf } from "../timeline/label.ts";
import { brief, nodeText } from "../narration/words.ts";
import { compact } from "../number.ts";
import type { ErrorFacts, Finding } from "./finding.ts";
import { ancestors, cutOf } from "./lineage.ts";
import { askedOn, whyNone } from "./none.ts";

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

function nameOf({ run, at, fail }: Scene, i = 0): string | null {
  const tensor = fail.blame.tensors[i];
  return tensor === undefined ? null : labelOf(run, tensor, at);
}

/** `torch.Size([2, 3])` as `[2, 3]`. */
function sizeIn(text: string | undefined): string {
  return text?.replace(/^torch\.Size\((.*)\)$/, "$1") ?? "";
}

function freed(scene: Scene): Read {
  const { run, at, frame, fail } = scene;
  const [id = ""] = fail.blame.nodes;
  const node = frame.nodes.get(id);
  const letGo = run.events.slice(0, at).findLastIndex((event) =>
    event.kind === "free" && event.node === id);
  const call = letGo < 0 ? null : frameAt(run, letGo).backward;
  const saved = (node?.saved ?? []).map(({ tensor, number, name }) =>
    (number !== null ? compact(number, "float64")
      : tensor === null ? name : labelOf(run, tensor, at) ?? name));
  return {
    facts: { id: "freed", node: node ? nodeText(run, frame, id) : "", saved: [...new Set(saved)],
      call: call?.call ?? null, line: call?.line ?? null },
    lines: [node?.line ?? null, call?.line ?? null],
  };
}

function written(scene: Scene): Read {
  const { run, at, frame, fail } = scene;
  const [id = ""] = fail.blame.nodes;
  const node = frame.nodes.get(id);
  const tab = node?.saved.find(({ tensor, version }) =>
    tensor !== null && (frame.tensors.get(tensor)?.version ?? 0) > version);
  const tensor = tab?.tensor ?? fail.blame.tensors[0] ?? "";
  const saved = tab?.version ?? 0;
  const write = run.events.slice(node?.made ?? 0, at).find((event) =>
    event.kind === "write" && event.tensor === tensor && event.version > saved);
  const isWrite = write?.kind === "write";
  return {
    facts: { id: "written", node: node ? nodeText(run, frame, id) : "",
      name: labelOf(run, tensor, at), saved, now: frame.tensors.get(tensor)?.version ?? saved + 1,
      by: isWrite ? write.by : null, line: isWrite ? write.line : null },
    lines: [node?.line ?? null, isWrite ? write.line : null],
    tensors: [tensor],
  };
}

/** A root without history: nothing asked for a gradient, or what did was cut off. */
function untracked(scene: Scene): Read {
  const { run, frame, fail } = scene;
  const [root = ""] = fail.blame.tensors;
  const name = nameOf(scene);
  const cut = [...ancestors(run, root)].find(([from, link]) =>
    link !== null && frame.tensors.get(from)?.requires_grad === true)?.[1];
  if (!cut) return { facts: { id: "untracked", name } };
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
  for (const tensor of askedOn(run, fail.line, at)) {
    const cause = whyNone(run, tensor, at);
    const name = labelOf(run, tensor, at);
    if (!cause || name === null) continue;
    const line = "line" in cause ? cause.line : "cut" in cause ? cause.cut?.line ?? null : null;
    return { facts: { id: "none-used", name, cause }, lines: [line], tensors: [tensor] };
  }
  return null;
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
    ({ parts: [, left = "", right = ""] }) => ({ facts: { id: "matrices", left, right } })],
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
  return { facts: { id: "other", type: fail.type, message, line: fail.line } };
}

const kept = new WeakMap<Run, Finding<ErrorFacts> | null>();

function find(run: Run): Finding<ErrorFacts> | null {
  const at = run.events.length - 1;
  const fail = run.events[at];
  if (fail?.kind !== "fail") return null;
  const { facts, lines = [], tensors = [] } = readOf(run, at, fail);
  const others = lines.filter((line) => line !== null && line !== fail.line) as number[];
  return {
    facts, tone: "error", at, line: fail.line, lines: [...new Set(others)],
    nodes: fail.blame.nodes, tensors: [...new Set([...fail.blame.tensors, ...tensors])],
    torch: fail.message === "" ? fail.type : `${fail.type}: ${fail.message}`,
  };
}

/** The explanation of the exception that ended the run; null if none did. */
export function errorOf(run: Run): Finding<ErrorFacts> | null {
  let found = kept.get(run);
  if (found === undefined) kept.set(run, found = find(run));
  return found;
}
