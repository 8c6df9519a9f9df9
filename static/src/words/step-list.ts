// The tape unrolled: every step as a row with its sentence, and those that a search finds. Pure.

import { findingsIn, isSilent } from "../findings/findings.ts";
import { narrateStep, type Language } from "./narration.ts";
import type { Run } from "../model/run.ts";
import { lineOfStep } from "../model/timeline/lines.ts";
import { sortsOf, type Sort } from "../model/timeline/event-kinds.ts";

/** What a viewer looks for among the steps: words of the sentence, and a sort of event. */
export interface Wanted {
  readonly words: string;
  readonly sort: Sort | "surprise" | null;
}

/** The steps of a run, told when they are asked for. Step n ends at `stops[n]`; n counts from 1. */
export interface Roll {
  readonly run: Run;
  readonly stops: readonly number[];
  readonly language: Language;
}

const told = new WeakMap<readonly number[], Map<string, string>>();

/** The sentence of step `n`. */
export function sentenceOf({ run, stops, language }: Roll, n: number): string {
  let known = told.get(stops);
  if (!known) told.set(stops, known = new Map());
  const key = `${language} ${n}`;
  let sentence = known.get(key);
  if (sentence === undefined) {
    sentence = narrateStep(run, stops[n - 1] ?? 0, stops[n] ?? 0, language);
    known.set(key, sentence);
  }
  return sentence;
}

/** The line that step `n` is at, if any. */
export function lineOf({ run, stops }: Roll, n: number): number | null {
  return lineOfStep(run, stops[n - 1] ?? 0, stops[n] ?? 0);
}

/** What step `n` is, in one sign: the most telling of its events, or that it wants a look. */
export function signOf({ run, stops }: Roll, n: number): Sort | "backward" | "surprise" | null {
  const [from, to] = [stops[n - 1] ?? 0, stops[n] ?? 0];
  const events = run.events.slice(from, to);
  if (findingsIn(run, from, to).some(isSilent)) return "surprise";
  const sorts = sortsOf(run).slice(from, to);
  const [first] = TELLING.filter((sort) => sorts.includes(sort));
  return first ?? (events.some(({ kind }) => kind === "backward") ? "backward" : null);
}

const TELLING: readonly Sort[] = ["fail", "grad", "zero", "hook", "run", "op", "write", "print"];

function hasSort({ run, stops }: Roll, n: number, sort: NonNullable<Wanted["sort"]>): boolean {
  const [from, to] = [stops[n - 1] ?? 0, stops[n] ?? 0];
  if (sort === "surprise") return findingsIn(run, from, to).length > 0;
  for (let i = from; i < to; i++) if (sortsOf(run)[i] === sort) return true;
  return false;
}

/** The numbers of the steps that are wanted, ascending. */
export function stepsFound(roll: Roll, { words, sort }: Wanted): readonly number[] {
  const query = words.trim().toLowerCase();
  const found: number[] = [];
  for (let n = 1; n < roll.stops.length; n++) {
    if (sort !== null && !hasSort(roll, n, sort)) continue;
    if (query !== "" && !sentenceOf(roll, n).toLowerCase().includes(query)) continue;
    found.push(n);
  }
  return found;
}

/** The sorts that a run has, in the order in which they are offered. */
export function sortsIn(run: Run): readonly NonNullable<Wanted["sort"]>[] {
  const there = new Set(sortsOf(run));
  const sorts = (["op", "run", "grad", "zero", "write", "print", "hook", "fail"] as const)
    .filter((sort) => there.has(sort));
  return findingsIn(run, 0, run.events.length).length > 0 ? [...sorts, "surprise"] : sorts;
}
