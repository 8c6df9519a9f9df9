// How a viewer arranged a picture, as a link says it: folds, dragged boxes, a value looked into.
//
// Folds: `2f0~4,9o2`, the level down to which modules are open at first, and the groups that are
// folded and those that are open other than that.
// Dragged boxes: `box,right,down;...`. A value looked into: `id:index,...:c` for colours, `n` for
// numbers. Pure.

import { MOST_ARRANGED } from "../../model/link.ts";
import { numbersIn, ranged } from "../../model/ranges.ts";
import { peekOf, type Peek } from "../value-view.ts";
import type { Run, Value } from "../../model/run.ts";
import type { Offsets } from "../../drawing/scene.ts";
import { beginsOpen, keysOf, type Folds, type Plane } from "../../drawing/sheet.ts";
import { frameAt } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";

/** Two numbers of four figures and what is between them. */
const MOST_GROUPS = 9999;

/** The groups of a run by what they are called, each once, and whether all of them begin open. */
function groupsOf({ layouts }: Run, level: number): ReadonlyMap<string, ReadonlySet<boolean>> {
  const groups = new Map<string, Set<boolean>>();
  for (const layout of layouts) {
    keysOf(layout).forEach((key, group) => {
      const begin = groups.get(key) ?? new Set();
      groups.set(key, begin.add(beginsOpen(layout, group, level)));
    });
  }
  return groups;
}

/**
 * What is folded and open in a run, the level alone where it would take more than `most`; null
 * where nothing folds, or all is open as at first.
 */
export function foldsWord(
  run: Run, { level, own }: Folds, most: number = MOST_ARRANGED,
): string | null {
  const hasModules = run.layouts.some(({ groups }) =>
    groups.some(({ kind }) => kind === "module"));
  if (own.size === 0 && !hasModules) return null;
  const lists: Record<"f" | "o", number[]> = { f: [], o: [] };
  [...groupsOf(run, level)].slice(0, MOST_GROUPS).forEach(([key, begins], n) => {
    const folded = own.get(key);
    if (folded !== undefined && begins.has(folded)) lists[folded ? "f" : "o"].push(n);
  });
  const word = (["f", "o"] as const).map((letter) =>
    (lists[letter].length === 0 ? "" : letter + ranged(lists[letter]))).join("");
  const first = hasModules ? String(level) : "";
  const said = first + word;
  return said === "" ? null : said.length > most ? first || null : said;
}

/**
 * The folds of a link: those of its run's groups as it says, those of others as they were. One of
 * an older link has no level.
 */
export function foldsOfWord(run: Run, word: string | null, folds: Folds): Folds {
  const level = word === null || !/^\d/.test(word) ? folds.level : parseInt(word, 10);
  const keys = [...groupsOf(run, level).keys()];
  const known = new Set(keys);
  const next = new Map([...folds.own].filter(([key]) => !known.has(key)));
  for (const [, letter, list = ""] of (word ?? "").matchAll(/([fo])([\d~,]+)/g)) {
    for (const n of numbersIn(list, keys.length)) next.set(keys[n]!, letter === "f");
  }
  return { level, own: next };
}

/** How far boxes of a plane were dragged; null for none, or for more than a link should carry. */
export function movedWord(offsets: Offsets | undefined): string | null {
  const moved = [...offsets ?? []].map(([box, [x, y]]) => [box, Math.round(x), Math.round(y)])
    .filter(([, x, y]) => x !== 0 || y !== 0);
  const word = moved.map((one) => one.join()).join(";");
  return word === "" || word.length > MOST_ARRANGED ? null : word;
}

export function offsetsOfWord(plane: Plane, word: string | null): Offsets {
  const moved = word === null ? [] : word.split(";").map((one) => one.split(",").map(Number));
  return new Map(moved.flatMap(([box = 0, x = 0, y = 0]) =>
    (box < plane.boxes.length ? [[box, [x, y]] as const] : [])));
}

/** Which entry of which value is looked at; null where none is. */
export function peekWord(peek: Peek | null): string | null {
  if (peek?.value.id === undefined) return null;
  return `${peek.value.id}:${peek.at.join()}:${peek.shows === "colours" ? "c" : "n"}`;
}

/** The large value of that number, anywhere on the tape. */
function valueOf(thing: unknown, id: number): Value | null {
  if (typeof thing !== "object" || thing === null) return null;
  if ("id" in thing && thing.id === id && "shape" in thing) return thing as Value;
  for (const part of Object.values(thing)) {
    const found = valueOf(part, id);
    if (found) return found;
  }
  return null;
}

/** What a value is called at a moment: a tensor, or its gradient; null for what is neither. */
function nameOf(run: Run, cursor: number, id: number): string | null {
  for (const tensor of frameAt(run, cursor).tensors.values()) {
    const label = labelOf(run, tensor.id, Math.floor(cursor));
    if (label !== null && tensor.value.id === id) return label;
    if (label !== null && tensor.grad?.id === id) return `${label}.grad`;
  }
  return null;
}

export function peekOfWord(run: Run, cursor: number, word: string | null): Peek | null {
  const [id = "", index = "", shows] = word?.split(":") ?? [];
  const value = word === null ? null : valueOf(run.events, Number(id));
  if (!value) return null;
  const at = index.split(",").map(Number);
  const fits = at.length === value.shape.length && at.every((i, d) => i < value.shape[d]!);
  const peek = peekOf(value, nameOf(run, cursor, Number(id)));
  return fits ? { ...peek, at, shows: shows === "n" ? "numbers" : "colours" } : peek;
}
