// Curves: what each backward began at, and the norm of the gradients it left, told from the tape.

import { normOf } from "../number.ts";
import type { BackwardBegin, BackwardEnd, Entry, Run, TapeEvent, Value } from "../run.ts";
import { callsOf } from "./calls.ts";
import { labelOf } from "./label.ts";
import { placesOf, siteOf } from "./sites.ts";

/** `loss`: the one number that a backward began at. `norm`: of the gradients it made, together. */
export type CurveKind = "loss" | "norm";

export interface CurvePoint {
  readonly call: number;
  /** The frame just after the event that has the value. */
  readonly at: number;
  /** May be infinite or NaN. */
  readonly value: number;
}

/** The values of one site of the program, at least two, in the order of the tape. */
export interface Curve {
  readonly kind: CurveKind;
  /** The variable that the numbers of a loss have; null where it has none. */
  readonly name: string | null;
  readonly points: readonly CurvePoint[];
}

const WORDS: Readonly<Record<string, number>> = { nan: NaN, inf: Infinity, "-inf": -Infinity };

/** A real number of the tape; undefined for what was not recorded, or is none. */
function numberOf(entry: Entry | undefined): number | undefined {
  return typeof entry === "number" ? entry : typeof entry === "string" ? WORDS[entry] : undefined;
}

/** The numbers of a value are not told: of the meta device, or hidden from a class. */
function isHidden({ data, stats }: Value): boolean {
  return data?.includes("?") === true || stats?.mean === "?" || !data && !stats;
}

/** The norm of several values together; null where one of them was not recorded. */
function totalNorm(values: readonly Value[]): number | null {
  if (values.length === 0 || values.some(isHidden)) return null;
  return Math.hypot(...values.map(normOf));
}

interface Series {
  kind: CurveKind;
  name: string | null;
  points: CurvePoint[];
}

/** One walk over a tape that knows each tensor's value, and what each backward made. */
class Walk {
  readonly run: Run;
  readonly calls: readonly (number | null)[];
  readonly series = new Map<string, Series>();
  readonly values = new Map<string, Value>();
  /** By backward: its site, and the gradients it made. */
  readonly open = new Map<number, { readonly site: string; readonly made: Map<string, Value> }>();

  constructor(run: Run) {
    this.run = run;
    this.calls = callsOf(run);
  }

  add(kind: CurveKind, site: string, root: string | null, point: CurvePoint): void {
    const key = `${kind} ${site}`;
    let series = this.series.get(key);
    if (!series) {
      const name = root === null ? null : labelOf(this.run, root, point.at);
      this.series.set(key, series = { kind, name, points: [] });
    }
    series.points.push(point);
  }

  begin(event: BackwardBegin, i: number): void {
    const site = siteOf(placesOf(this.run)[i]!).lines.join();
    this.open.set(event.call, { site, made: new Map() });
    const [root, other] = event.roots;
    const data = root && !other ? this.values.get(root.tensor)?.data : undefined;
    const value = data?.length === 1 ? numberOf(data[0]) : undefined;
    if (!root || value === undefined) return;
    this.add("loss", site, root.tensor, { call: event.call, at: i + 1, value });
  }

  end({ call, failed, results }: BackwardEnd, i: number): void {
    const own = this.open.get(call);
    if (!own || failed) return;
    const made = results.length > 0 ? results.flatMap(({ value }) => value ?? [])
      : [...own.made.values()];
    const value = totalNorm(made);
    if (value !== null) this.add("norm", own.site, null, { call, at: i + 1, value });
  }

  see(event: TapeEvent, i: number): void {
    switch (event.kind) {
      case "leaf": case "write": this.values.set(event.tensor, event.value); return;
      case "op":
        for (const { tensor, value } of event.outputs) this.values.set(tensor, value);
        return;
      case "grad":
        if (event.by === "accumulate" && event.after) {
          this.open.get(event.call ?? this.calls[i] ?? 0)?.made.set(event.tensor, event.after);
        }
        return;
      case "backward":
        if (event.phase === "end") this.end(event, i);
        else if (event.within === null) this.begin(event, i);
    }
  }
}

const known = new WeakMap<Run, readonly Curve[]>();

/** The curves of a run, those of its losses first. */
export function curves(run: Run): readonly Curve[] {
  let found = known.get(run);
  if (!found) {
    const walk = new Walk(run);
    run.events.forEach((event, i) => walk.see(event, i));
    const all = [...walk.series.values()].filter(({ points }) => points.length > 1);
    known.set(run, found = all.toSorted((one, other) => one.kind.localeCompare(other.kind)));
  }
  return found;
}

/** How values are drawn between their ends: by their logarithms where they span two decades. */
export interface Scale {
  readonly least: number;
  readonly most: number;
  readonly isLog: boolean;
  /** 0..1 from the least to the most; null for what is not finite. */
  share(value: number): number | null;
}

const DECADES = 100;

/** One scale for all curves of a kind; null where no value is finite. */
export function scaleOf(all: readonly Curve[]): Scale | null {
  const values = all.flatMap(({ points }) => points.map(({ value }) => value))
    .filter(Number.isFinite);
  if (values.length === 0) return null;
  const least = values.reduce((a, b) => Math.min(a, b));
  const most = values.reduce((a, b) => Math.max(a, b));
  const isLog = least > 0 && most / least >= DECADES;
  const along = isLog ? Math.log : (value: number) => value;
  const [from, to] = [along(least), along(most)];
  return { least, most, isLog,
    share: (value) => (!Number.isFinite(value) ? null : to === from ? 0.5
      : (along(value) - from) / (to - from)) };
}
