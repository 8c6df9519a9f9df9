// The run document as TypeScript sees it: docs/run-document.md, field by field, and nothing else.

import type { TapeEvent } from "./run/event.ts";

export type * from "./run/call.ts";
export type * from "./run/event.ts";
export { turned, type Bearing } from "./run/bearing.ts";
export { RunError } from "./run/checks.ts";
export { parseRun, VERSION } from "./run/parse.ts";

export interface Snippet {
  readonly code: string;
  readonly seed: number;
  /** False when the seed was drawn for the user. */
  readonly seeded: boolean;
}

export interface Pass {
  readonly first: number;
  readonly last: number;
  readonly call: number | null;
  readonly layout: number;
  readonly boxes: readonly string[];
  /** How many boxes were too many to be drawn; how many edges between those that are. */
  readonly left_out: number;
  readonly edges_left_out: number;
  /** False where the picture of the run ended before this pass: it has no boxes. */
  readonly drawn: boolean;
}

export type Point = readonly [number, number];

export interface LayoutBox {
  readonly kind: "leaf" | "input" | "op" | "accumulate" | "value";
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface LayoutEdge {
  readonly from: number;
  readonly to: number;
  readonly kind: "tape" | "leaf" | "value" | "view" | "cut";
  readonly slot: string | null;
  readonly edge: number | null;
  /** The output that it leaves from, where its source shows several apart. */
  readonly port: number | null;
  readonly points: readonly Point[];
}

/** What pyvis made of a layout, for vis-network; node ids are indices of boxes. */
export interface VisPicture {
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly edges: readonly Readonly<Record<string, unknown>>[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** Where the boxes of a layout have their middles, and the points of its edges. */
export interface Form {
  readonly width: number;
  readonly height: number;
  readonly at: readonly Point[];
  readonly points: readonly (readonly Point[])[];
}

/** A container in which every group is a box: the whole, or the inside of one group. */
export interface Fold {
  /** Indices of the layout's boxes and groups that stand in it, in the order of the forms. */
  readonly boxes: readonly number[];
  readonly groups: readonly number[];
  /** Doors in its frame, after those in the forms: for lines from boxes outside and inside. */
  readonly entries: readonly number[];
  readonly exits: readonly number[];
  /** The layout's edges that are seen here, and for each its curve in the forms. */
  readonly edges: readonly number[];
  readonly lines: readonly number[];
  readonly right: Form;
  readonly down: Form;
}

/** What a module, a function, a line or a repeat made, that folds into one box of w x h. */
export interface Group {
  readonly kind: "module" | "function" | "line" | "repeat";
  /** `net.0`, `step()`, `7`, or `h.0 … h.11` for equal modules in a row. */
  readonly label: string;
  /** The group around it. */
  readonly parent: number | null;
  /** The box whose value and gradient the folded group shows. */
  readonly face: number;
  /** How many recorded ops are in it; how many results, where none is recorded. */
  readonly ops: number;
  /** The turns of a repeat; else 1. */
  readonly times: number;
  readonly w: number;
  readonly h: number;
  readonly inside: Fold;
}

/** The tape runs to the right here; `down` has the same boxes and edges from top to bottom. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly LayoutBox[];
  readonly edges: readonly LayoutEdge[];
  readonly down: Form;
  readonly groups: readonly Group[];
  /** The same with all groups folded; null when there are none. */
  readonly folded: Fold | null;
  readonly picture: VisPicture;
}

/** What one op is called, and its TeX templates, over the names of its formulas. */
export interface OpFormula {
  readonly node: string;
  /** The word to show for it: `pow` of `pow_scalar`. */
  readonly word: string;
  /** What torch calls its outputs; one name for what has as many as it was asked for. */
  readonly outputs: readonly string[];
  readonly forward: string;
  readonly gradients: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly kind: "finished" | "failed" | "stopped" | "died";
  readonly limit: "wall" | "cpu" | "memory" | "output" | "events" | "user" | null;
  readonly sentence: string | null;
  readonly seconds: number;
  readonly fence: "strong" | "timed";
}

/** What a finding says in a language. */
export interface FindingWords {
  readonly title: string;
  readonly what: string;
  readonly why: string;
  readonly change: string;
}

/** What the server found wrong in a run: server/document/finding.py. */
export interface ServerFinding {
  readonly kind: string;
  readonly severity: "error" | "mistake" | "smell" | "note";
  readonly at: number;
  readonly line: number | null;
  readonly lines: readonly number[];
  readonly nodes: readonly string[];
  readonly tensors: readonly string[];
  readonly names: readonly string[];
  readonly words: { readonly en: FindingWords; readonly zh: FindingWords };
  readonly fixes: readonly Fix[];
  readonly moments: readonly OddMoment[];
}

/** What becomes of numbers that are not finite, over events `at..to`. */
export interface OddMoment {
  readonly at: number;
  readonly to: number;
  readonly what: "birth" | "propagated" | "healed";
  readonly tensor: string | null;
}

/** A change of the code that may end a finding, in a phrase of each language. */
export interface Fix {
  readonly en: string;
  readonly zh: string;
  readonly edits: readonly Edit[];
}

/** `text` in place of some code; lines count from 1, columns from 0 by characters. */
export interface Edit {
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
  readonly text: string;
}

/** Everything that drawing one run needs; the page never asks the engine anything. */
export interface Run {
  readonly version: number;
  readonly engine: string;
  readonly snippet: Snippet;
  readonly events: readonly TapeEvent[];
  readonly passes: readonly Pass[];
  readonly layouts: readonly Layout[];
  readonly ops: Readonly<Record<string, OpFormula>>;
  readonly outcome: Outcome;
  readonly findings: readonly ServerFinding[];
  /** A class is asked about it: until the answer is shown, findings do not tell it. */
  readonly withheld?: boolean;
}
