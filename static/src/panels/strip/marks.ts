// The marks above the strip: landmarks, findings, moments of a lesson, and where each stands. Pure.

import { findings, isGrave } from "../../findings/findings.ts";
import type { Run } from "../../model/run.ts";
import { landmarks, type Landmark } from "../../model/timeline.ts";

/** Signs nearer than this would run into each other: the more telling one is drawn. */
const APART = 11;
/** Findings nearer than this share a sign. */
const ALIKE = 16;

export type Sign = Landmark["kind"] | "mistake" | "smell";

const WEIGHT: Readonly<Record<Sign, number>> =
  { fail: 9, full: 8, mistake: 7, smell: 6, grad: 5, zero: 4, step: 3, hook: 2, print: 1, run: 0 };

/** A strip of some width, and where on it a cursor is. */
interface Along {
  readonly width: number;
  x(cursor: number): number;
}

/** Something that stands above the strip: a sign, or a moment of the lesson by its number. */
export interface Mark {
  readonly kind: Sign | "moment";
  /** Where the cursor stands once it has happened. */
  readonly at: number;
  readonly number: number | null;
  /** The findings that it stands for, by their numbers in the list. */
  readonly findings: readonly number[];
}

export interface PlacedMark extends Mark {
  readonly x: number;
}

/** Findings are never left out, and landmarks make room for them. */
export function isFinding({ kind }: Mark): boolean {
  return kind === "fail" || kind === "full" || kind === "mistake" || kind === "smell";
}

const SIGN_OF = { error: "fail", mistake: "mistake", smell: "smell" } as const;

function byWeight(one: Mark, other: Mark): number {
  return WEIGHT[other.kind as Sign] - WEIGHT[one.kind as Sign];
}

const known = new WeakMap<Run, readonly Mark[]>();

/** The landmarks and the findings, the most telling first. */
export function marksOf(run: Run): readonly Mark[] {
  let marks = known.get(run);
  if (!marks) {
    const found = findings(run).filter(isGrave).map((finding, i): Mark =>
      ({ kind: SIGN_OF[finding.severity], at: finding.at + 1, number: null, findings: [i] }));
    const isTold = found.some(({ kind }) => kind === "fail");
    const signs = landmarks(run).filter(({ kind }) => kind !== "fail" || !isTold)
      .map(({ kind, at }): Mark => ({ kind, at, number: null, findings: [] }));
    marks = [...signs, ...found].toSorted(byWeight);
    known.set(run, marks);
  }
  return marks;
}

/** Findings that would lie on each other as one mark: where the first is, of the gravest sign. */
function gathered(marks: readonly PlacedMark[]): readonly PlacedMark[] {
  const groups: PlacedMark[][] = [];
  for (const mark of marks.toSorted((one, other) => one.x - other.x)) {
    const group = groups.at(-1);
    if (group && mark.x - group[0]!.x < ALIKE) group.push(mark);
    else groups.push([mark]);
  }
  return groups.map((group) => {
    const [gravest] = group.toSorted(byWeight);
    return { ...gravest!, x: group[0]!.x, findings: group.flatMap(({ findings: own }) => own) };
  });
}

/**
 * What is drawn, with its place: all findings, and all moments beside them; of the landmarks those
 * that fit, the more telling ones first.
 */
export function placeMarks(
  strip: Along, marks: readonly Mark[], moments: readonly Mark[],
): readonly PlacedMark[] {
  const placed: PlacedMark[] = [];
  const taken = new Map<number, number>();
  const isFree = (x: number): boolean => [-1, 0, 1].every((slot) =>
    Math.abs((taken.get(Math.floor(x / APART) + slot) ?? Infinity) - x) >= APART);
  const put = (mark: Mark, x: number): void => {
    taken.set(Math.floor(x / APART), x);
    placed.push({ ...mark, x });
  };
  const inSight = (all: readonly Mark[]): readonly PlacedMark[] =>
    all.map((mark) => ({ ...mark, x: strip.x(mark.at) }))
      .filter(({ x }) => x >= -APART && x <= strip.width + APART);
  const putAll = (all: readonly Mark[], place: (x: number) => number | null): void => {
    for (const mark of inSight(all)) {
      const x = place(mark.x);
      if (x !== null) put(mark, x);
    }
  };
  for (const mark of gathered(inSight(marks.filter(isFinding)))) put(mark, mark.x);
  const aside = [0, -APART, APART, -2 * APART, 2 * APART];
  putAll(moments, (x) => x + (aside.find((by) => isFree(x + by)) ?? 0));
  putAll(marks.filter((mark) => !isFinding(mark)), (x) => (isFree(x) ? x : null));
  return placed;
}

/** A click nearer than this to a mark goes to it. */
const SNAP = 12;

/** The mark of the lane that is nearest to the pointer, findings before others; null for none. */
export function markAt(
  signs: { readonly top: number; readonly height: number }, placed: readonly PlacedMark[],
  x: number, y: number,
): PlacedMark | null {
  if (y > signs.top + signs.height) return null;
  const near = placed.filter((mark) => Math.abs(mark.x - x) <= SNAP);
  const [best] = near.toSorted((one, other) => Number(isFinding(other)) - Number(isFinding(one))
    || Math.abs(one.x - x) - Math.abs(other.x - x));
  return best ?? null;
}
