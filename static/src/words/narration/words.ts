// Facts of a tape in words that every language shares: names, formulas and sums with their numbers.

import { inlineValue, plus } from "../../model/number.ts";
import type { OpEvent, Pass, Run } from "../../model/run.ts";
import { passAt, type Frame, type NodeState } from "../../model/timeline.ts";
import { nameAt } from "../../model/timeline/label.ts";
import { currentText, factor, literal } from "./operands.ts";

/** Names of what a node saved: the user's where there is one; `own` is its own result. */
export function savedTexts(
  run: Run, i: number, event: OpEvent, own: string,
): readonly string[] {
  const like = event.outputs[0]?.value.dtype ?? "float32";
  const texts = event.saved.map((saved) => {
    if ("number" in saved) return literal(saved.number, like);
    const input = event.inputs.find(({ slot }) => slot === saved.name);
    const isOwn = event.outputs[0]?.tensor === saved.tensor;
    return nameAt(run, saved.tensor, i + 1)
      ?? (isOwn ? own : input ? factor(run, i, saved.tensor) : null) ?? saved.name;
  });
  return [...new Set(texts)];
}

const untold = new WeakMap<Run, ReadonlyMap<string, string>>();

/** The name of a node that no op told: that of its run, or of a gradient on its way there. */
export function untoldName(run: Run, id: string): string {
  let names = untold.get(run);
  if (!names) {
    untold.set(run, names = new Map(run.events.flatMap((event) =>
      ((event.kind === "run" || event.kind === "flow") && event.name !== undefined
        ? [[event.kind === "run" ? event.node : event.to, event.name] as const] : []))));
  }
  return names.get(id) ?? id;
}

/** Where a gradient goes: the user's variable, else torch's node; `nr` is which of its outputs. */
export function targetOf(run: Run, frame: Frame, id: string, nr = 0): string {
  const node = frame.nodes.get(id);
  const tensor = node?.variable ?? node?.outputs[nr];
  return (tensor && nameAt(run, tensor, frame.at)) ?? node?.name ?? untoldName(run, id);
}

/** How many nodes of each name a pass makes; not what is made by now, so that a name stays. */
function alikeIn(run: Run, pass: Pass): ReadonlyMap<string, number> {
  const known = counted.get(pass);
  if (known) return known;
  const counts = new Map<string, number>();
  for (const event of run.events.slice(pass.first, pass.last + 1)) {
    if (event.kind !== "op" || !event.node) continue;
    counts.set(event.node.name, (counts.get(event.node.name) ?? 0) + 1);
  }
  counted.set(pass, counts);
  return counts;
}

const counted = new WeakMap<Pass, ReadonlyMap<string, number>>();

/** A node by torch's name, and by the variable that it made where there are several of the kind. */
export function nodeText(run: Run, frame: Frame, id: string): string {
  const node = frame.nodes.get(id);
  if (!node) return untoldName(run, id);
  const pass = run.passes[passAt(run, node.made + 1)];
  const alike = node.variable !== null || pass && (alikeIn(run, pass).get(node.name) ?? 0) > 1;
  const target = targetOf(run, frame, id);
  if (target === node.name) return placeText(run, frame, id);
  return alike ? `${node.name} (${target})` : node.name;
}

/** Where a gradient goes, as `targetOf`; of an unnamed result of a layer with the layer's name. */
export function placeText(run: Run, frame: Frame, id: string, nr = 0): string {
  const node = frame.nodes.get(id);
  const target = targetOf(run, frame, id, nr);
  const layer = node && target === node.name ? layerOf(run, frame, node) : null;
  return layer === null ? target : `${target} (${layer})`;
}

const inner = new WeakMap<Run, ReadonlySet<string>>();

/** Modules that were called within others, or that called none. */
function layersOf(run: Run): ReadonlySet<string> {
  let layers = inner.get(run);
  if (layers) return layers;
  const found = new Set(run.events.flatMap((event) =>
    (event.kind === "op" ? event.scope.slice(-1) : [])).filter((name) => !name.endsWith("()")));
  const around = new Set(run.events.flatMap((event) =>
    (event.kind === "op" ? event.scope.slice(0, -1) : [])));
  inner.set(run, layers = new Set([...found].filter((name) => !around.has(name))));
  return layers;
}

const TRANSPOSED = /^[\w.[\]₀-₉]+ᵀ$/;

/** What made an unnamed node: `net.weightᵀ`, or the innermost module, where it calls no others. */
function layerOf(run: Run, frame: Frame, node: NodeState): string | null {
  const made = run.events[node.made];
  const formula = made?.kind === "op" ? currentText(run, frame.at, node.made, made) : null;
  if (formula !== null && TRANSPOSED.test(formula)) return formula;
  const layer = made?.kind === "op" ? made.scope.at(-1) : undefined;
  return layer !== undefined && layersOf(run).has(layer) ? layer : null;
}

/** `1.0 + 2.0 = 3.0`, of what came to a node; null where these are no numbers to be said. */
export function sumOf(node: NodeState): string | null {
  const nr = Math.max(0, node.incoming.findIndex((value) => value !== null));
  if (node.received.some((one) => one.nr !== nr)) return null; // of several outputs: no sum
  const parts = node.received.filter((one) => one.nr === nr).map((one) => inlineValue(one.value));
  const sum = node.incoming[nr] ? inlineValue(node.incoming[nr]) : null;
  const texts = parts.filter((part) => part !== null);
  if (sum === null || texts.length === 0 || texts.length < parts.length) return null;
  return `${texts.reduce(plus)} = ${sum}`;
}

/** The first line of a text, cut between two words where it is too long to read aloud. */
export function brief(text: string, most = 72): string {
  const [line = "", ...more] = text.trimEnd().replace(/^\w*Warning: /, "").split("\n");
  if (line.length <= most) return more.length > 0 ? `${line} …` : line;
  const cut = line.slice(0, most + 1);
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end > most / 2 ? end : most).trimEnd()} …`;
}
