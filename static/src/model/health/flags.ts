// What stands out in a layer: by its ratio to its neighbours and to its own past. Pure.

import type { Cell, Layer } from "./cell.ts";

/** `ratio` is always that of the layer to the `other` one, or to its own first turn. */
export type Flag =
  | { readonly kind: "bad"; readonly count: number }
  | { readonly kind: "noGrad"; readonly other: string }
  | { readonly kind: "gradLess" | "gradMore"; readonly other: string; readonly ratio: number }
  | { readonly kind: "updateLess" | "updateMore"; readonly ratio: number }
  | { readonly kind: "valueGrew" | "gradGrew"; readonly ratio: number }
  | { readonly kind: "allOff" }
  | { readonly kind: "lessOn"; readonly ratio: number };

/** Beyond this ratio from one layer to the next, gradients vanish or explode. */
const STEP = 30;
/** Beyond this ratio to the last layer, many small steps have done so. */
const ALL = 1000;
/** Beyond this ratio to the middle of all weights an update stands out. */
const APART = 30;
/** So much larger than in its first turn. */
const GREW = { value: 10, grad: 100 } as const;
/** Of the units that were on in the first turn, less than this share is on. */
const STILL_ON = 1 / 4;

/** The size of one entry: layers of other sizes are compared by it. */
function perEntry(cell: Cell | null, measure: "value" | "grad"): number | null {
  const norm = cell?.[measure] ?? null;
  return norm === null || !cell?.count ? null : norm / Math.sqrt(cell.count);
}

/** A weight that has a gradient in a turn, and the size of one entry of that. */
interface Weight {
  readonly i: number;
  readonly name: string;
  readonly grad: number;
}

/** Biases and what norms scale by have gradients of other sizes: only weights are compared. */
function weightsOf(layers: readonly Layer[], turn: number): readonly Weight[] {
  return layers.flatMap(({ kind, isMatrix, name, cells }, i) => {
    const grad = perEntry(cells[turn] ?? null, "grad");
    return kind === "parameter" && isMatrix && grad !== null ? [{ i, name, grad }] : [];
  });
}

function ratioFlag({ grad, name }: Weight, own: number, limit: number): Flag | null {
  if (grad === 0) return null;
  if (own === 0) return { kind: "noGrad", other: name };
  const ratio = own / grad;
  if (ratio >= 1 / limit && ratio <= limit) return null;
  return { kind: ratio < 1 ? "gradLess" : "gradMore", other: name, ratio };
}

/** Each weight beside the next one towards the loss, and beside the last, by its number. */
function gradFlags(layers: readonly Layer[], turn: number): ReadonlyMap<number, Flag> {
  const weights = weightsOf(layers, turn);
  return new Map(weights.slice(0, -1).flatMap(({ i, grad }, n) => {
    const flag = ratioFlag(weights[n + 1]!, grad, STEP) ?? ratioFlag(weights.at(-1)!, grad, ALL);
    return flag ? [[i, flag] as const] : [];
  }));
}

/** The middle of the updates of all weights of a turn; null where there are too few. */
function middleOf(layers: readonly Layer[], turn: number): number | null {
  const all = layers.filter(({ kind, isMatrix }) => kind === "parameter" && isMatrix)
    .flatMap(({ cells }) => cells[turn]?.update ?? []).filter((update) => update > 0)
    .toSorted((one, other) => one - other);
  return all.length < 3 ? null : all[Math.floor(all.length / 2)]!;
}

function updateFlags(layer: Layer, turn: number, middle: number | null): readonly Flag[] {
  const own = layer.cells[turn]?.update ?? 0;
  if (!layer.isMatrix || middle === null || own <= 0) return [];
  const ratio = own / middle;
  if (ratio < 1 / APART) return [{ kind: "updateLess", ratio }];
  return ratio > APART ? [{ kind: "updateMore", ratio }] : [];
}

/** What became of a layer since the first turn that it is in. */
function courseFlags({ cells, isMatrix }: Layer, turn: number): readonly Flag[] {
  const first = cells.find((cell) => cell !== null) ?? null;
  const now = cells[turn] ?? null;
  if (!now) return [];
  const flags: Flag[] = [];
  for (const measure of isMatrix ? ["value", "grad"] as const : []) {
    const [then, here] = [perEntry(first, measure), perEntry(now, measure)];
    if (then !== null && here !== null && then > 0 && here / then > GREW[measure]) {
      flags.push({ kind: measure === "value" ? "valueGrew" : "gradGrew", ratio: here / then });
    }
  }
  if (now.zeros === 1) flags.push({ kind: "allOff" });
  else if (now.zeros !== null && typeof first?.zeros === "number" && first.zeros < 1) {
    const ratio = (1 - now.zeros) / (1 - first.zeros);
    if (ratio < STILL_ON) flags.push({ kind: "lessOn", ratio });
  }
  return flags;
}

/** The flags of each of all layers in a turn, the worst first. */
export function flagsOf(layers: readonly Layer[], turn: number): readonly (readonly Flag[])[] {
  const middle = middleOf(layers, turn);
  const byGrad = gradFlags(layers, turn);
  return layers.map((layer, i): readonly Flag[] => {
    const count = layer.cells[turn]?.bad ?? 0;
    return [
      ...(count > 0 ? [{ kind: "bad", count } as const] : []),
      ...(byGrad.has(i) ? [byGrad.get(i)!] : []), ...courseFlags(layer, turn),
      ...updateFlags(layer, turn, middle),
    ];
  });
}
