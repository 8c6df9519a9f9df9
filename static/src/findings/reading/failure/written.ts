// A saved tensor that was changed in place: what changed it, as it is written, and what to write.

import type { Run, WriteEvent } from "../../../model/run.ts";
import { frameAt, type Frame } from "../../../model/timeline.ts";
import { labelOf } from "../../../model/timeline/label.ts";
import { nodeText } from "../../../words/narration/words.ts";
import type { Rewrite, WrittenFacts } from "./facts.ts";
import { boundAt, calledOn, lineText } from "../program-text.ts";

/** Methods in place without an ordinary form: what to write instead of `name.method_(argument)`. */
const INSTEAD: Readonly<Record<string, (name: string, given: string) => string>> = {
  copy: (name, given) => `${name} = ${given}.clone()`,
  zero: (name) => `${name} = torch.zeros_like(${name})`,
  fill: (name, given) => `${name} = torch.full_like(${name}, ${given})`,
};
const ORDINARY = new Set(["abs", "add", "addcdiv", "addcmul", "ceil", "clamp", "clip", "cos", "div",
  "exp", "floor", "index_add", "index_copy", "index_fill", "lerp", "log", "masked_fill",
  "masked_scatter", "mul", "neg", "pow", "relu", "round", "rsqrt", "scatter", "scatter_add",
  "sigmoid", "sin", "sqrt", "sub", "tanh", "tril", "triu"]);
const TARGET = String.raw`[A-Za-z_][\w.]*(?:\[[^\]]*\])*`;

/** The statement of a write, and the same without writing in place; null if it is another kind. */
function rewritten(run: Run, event: WriteEvent, at: number): Rewrite | null {
  const text = lineText(run, event.line).trim();
  const means = (name: string) => boundAt(run, name, at) === event.tensor;
  const augmented = text.match(new RegExp(`^(${TARGET})\\s*(\\*\\*|//|[-+*/@%])=\\s*(.+)$`));
  const [, name = "", sign = "", value = ""] = augmented ?? [];
  if (augmented && !name.includes("[") && means(name)) {
    const operand = /^[\w.]+$/.test(value) ? value : `(${value})`;
    return { how: "rewrite", from: text, to: `${name} = ${name} ${sign} ${operand}` };
  }
  const method = text.match(new RegExp(`^(${TARGET})\\.(\\w+)_\\((.*)\\)$`));
  const [, target = "", called = "", given = ""] = method ?? [];
  if (!method || target.includes("[") || !means(target)) return null;
  const instead = INSTEAD[called]?.(target, given)
    ?? (ORDINARY.has(called) ? `${target} = ${target}.${called}(${given})` : null);
  return instead === null ? null : { how: "rewrite", from: text, to: instead };
}

/** Does a tensor, or what it is a view of, wait for a gradient of its own? */
function isLeaf(frame: Frame, tensor: string): boolean {
  const state = frame.tensors.get(tensor);
  const base = state?.view_of ? frame.tensors.get(state.view_of) : state;
  return base?.is_leaf === true && base.requires_grad;
}

/** What to change, so that the saved numbers stay. */
function changeOf(run: Run, frame: Frame, event: WriteEvent, at: number): Rewrite {
  const text = lineText(run, event.line);
  if (event.by === "step" || isLeaf(frame, event.tensor)) return { how: "later" };
  if (/\binplace\s*=\s*True\b/.test(text)) return { how: "option", line: event.line };
  const rewrite = rewritten(run, event, at);
  if (rewrite) return rewrite;
  const entry = new RegExp(`^(${TARGET})\\[[^=]*\\]\\s*(?:[-+*/]|\\*\\*)?=`);
  const indexed = text.trim().match(entry)?.[1];
  const own = indexed ?? text.trim().match(new RegExp(`^(${TARGET})\\.\\w+_\\(`))?.[1]
    ?? text.trim().match(new RegExp(`^(${TARGET})\\s*[-+*/]=`))?.[1];
  const means = own !== undefined && !own.includes("[") ? boundAt(run, own, at) : null;
  if (own !== undefined && means !== null && (means === event.tensor || means === event.via)) {
    return { how: "clone", name: own };
  }
  return { how: "unknown" };
}

/** How a write is written: `y[0] = 0`, `y += 1`, `optimizer.step()`; else what it is called. */
function statementOf(run: Run, event: WriteEvent): string {
  const text = lineText(run, event.line).trim();
  const isOne = !/[;:]/.test(text.replace(/\[[^\]]*\]/g, "")) && text.length <= 40;
  const isWrite = /\]\s*(?:[-+*/@%]|\*\*|\/\/)?=(?!=)|[-+*/@%]=|\w_\(|\bstep\(/.test(text);
  if (isOne && isWrite) return text;
  return event.by === "step" ? "step()" : event.by === "data" ? ".data" : `${event.by}()`;
}

/** What a saved tensor is called: the name, or that of what it is a view of. */
function nameOf(run: Run, frame: Frame, tensor: string, line: number | null) {
  const { at } = frame;
  const own = calledOn(run, tensor, line, at) ?? labelOf(run, tensor, at);
  const base = frame.tensors.get(tensor)?.view_of ?? null;
  if (own !== null || base === null) return { name: own, isView: false };
  return { name: labelOf(run, base, at), isView: true };
}

export function writtenFacts(
  run: Run, frame: Frame, nodeId: string, blamed: string | null,
): { readonly facts: WrittenFacts; readonly lines: readonly (number | null)[];
  readonly tensor: string } {
  const node = frame.nodes.get(nodeId);
  const tab = node?.saved.find(({ tensor, version }) =>
    tensor !== null && (frame.tensors.get(tensor)?.version ?? 0) > version);
  const tensor = tab?.tensor ?? blamed ?? "";
  const saved = tab?.version ?? 0;
  const at = run.events.findIndex((event, i) => i >= (node?.made ?? 0) && i < frame.at
    && event.kind === "write" && event.tensor === tensor && event.version > saved);
  const event = run.events[at];
  const write = event?.kind === "write" ? event : null;
  const facts: WrittenFacts = {
    id: "written", node: node ? nodeText(run, frame, nodeId) : "",
    ...nameOf(run, frame, tensor, node?.line ?? null), saved,
    now: frame.tensors.get(tensor)?.version ?? saved + 1,
    by: write ? statementOf(run, write) : null, line: write?.line ?? null,
    change: write ? changeOf(run, frameAt(run, at), write, at) : { how: "unknown" },
  };
  return { facts, lines: [node?.line ?? null, write?.line ?? null], tensor };
}
