// How the names of a formula are written: as in a book, as the user has them, or as numbers. Pure.

import { countOf } from "../../model/number.ts";
import type { Entry, Value } from "../../model/run.ts";
import { bound, isSingleName, type Meanings } from "./meanings.ts";
import { simplified, type IsSingle } from "./simplify.ts";
import { slotTex, texName } from "./template.ts";
import { dottedWritten, rowWritten, wholeWritten } from "./values.ts";
import { LEVEL, write, type Hand, type Written } from "./write.ts";

/** Whole values, row 0 of each, or values with dots for what does not fit. */
export type Numbers = "whole" | "row" | "dotted";

export function formalHand(isSingle: IsSingle): Hand {
  const leaf = (name: string): Written =>
    ({ tex: slotTex(name), level: LEVEL.atom, isSingle: isSingle(name) });
  return { leaf, text: slotTex, called: slotTex, isNumeric: false };
}

/** With the shape of each tensor below its name, where it first stands. */
export interface NamedHand extends Hand {
  readonly under: (tex: string, shape: readonly number[]) => string;
}

export function namedHand(meanings: Meanings, hasShapes: boolean): NamedHand {
  const told = new Set<string>();
  const under = (tex: string, shape: readonly number[]): string =>
    (hasShapes && countOf(shape) !== 1 ? `\\underset{${shape.join(" \\times ")}}{${tex}}` : tex);
  const leaf = (name: string): Written => {
    const meaning = meanings.get(name);
    if (!meaning) return { tex: texName(name), level: LEVEL.atom, isSingle: false };
    const first = under(meaning.tex, meaning.shape);
    const tex = told.has(first) ? meaning.tex : first;
    told.add(first);
    return { tex, level: LEVEL.atom, isSingle: isSingleName(meanings, name) };
  };
  const text = (name: string): string => namedTex(name, meanings);
  const called = (name: string): string =>
    (meanings.has(name) && !meanings.get(name)!.made ? leaf(name).tex : text(name));
  return { leaf, under, text, called, isNumeric: false };
}

/** A name as the user has it, or what it was made of, without shapes. */
export function namedTex(name: string, meanings: Meanings): string {
  const single = (one: string) => isSingleName(meanings, one);
  return write(simplified(bound({ kind: "leaf", name }, meanings, true), single),
    namedHand(meanings, false)).tex;
}

const WRITERS = { whole: wholeWritten, row: rowWritten, dotted: dottedWritten } as const;

/** What is not known yet stands by its name; of a row, with the index of row 0. */
export function numberHand(
  meanings: Meanings, valueOf: (name: string) => Value | Entry | null, numbers: Numbers,
): Hand {
  const leaf = (name: string): Written => {
    const value = valueOf(name);
    const known = value === null ? null : WRITERS[numbers](value);
    if (known) return known;
    const rank = meanings.get(name)?.shape.length ?? 0;
    const tex = meanings.has(name) ? namedTex(name, meanings) : texName(name);
    const isIndexed = numbers === "row" && rank > 1;
    const isMade = meanings.get(name)?.made !== undefined;
    const inner = isMade && isIndexed ? `\\left(${tex}\\right)` : tex;
    const index = new Array<string>(Math.max(0, rank - 1)).fill("0").join(", ");
    return { tex: isIndexed ? `${inner}[${index}]` : tex,
      level: isMade && !isIndexed ? LEVEL.sum : LEVEL.atom,
      isSingle: isSingleName(meanings, name) };
  };
  const called = (name: string): string => namedTex(name, meanings);
  const text = (name: string): string =>
    (meanings.get(name)?.number || !meanings.has(name) ? called(name) : leaf(name).tex);
  return { leaf, text, called, isNumeric: true };
}
