// What the server and the command line print: the page's pictures and sentences, without a page.
//
// server/export/page_renderer.py runs this bundle in an embedded JavaScript engine, so that scene
// and narration are written once. Pure.

import type { Severity } from "../findings/finding.ts";
import { findings, isSilent } from "../findings/findings.ts";
import { endingOf, narrateStep, type Language } from "../words/narration.ts";
import { parseRun, type Bearing, type Run, type TapeEvent } from "../model/run.ts";
import { PLAIN_VIEW, scene, type Selection } from "./scene.ts";
import { sheetOf, type Plane, type StageSize } from "./sheet.ts";
import { firstLevel } from "./stage/first-level.ts";
import { shapesToSvg } from "./stage/svg.ts";
import { foldsOfWord, fullNotice, landing, offsetsOfWord } from "../app/state.ts";
import { say } from "../words/strings.ts";
import type { ThemeName } from "./theme.ts";
import { frameAt, lineOfStep, passAt, steps, type Stride } from "../model/timeline.ts";
import { boxLabelOf, labelOf } from "../model/timeline/label.ts";

/** How a picture is wanted; step null is where the page would open the run. */
interface Wish {
  readonly step: number | null;
  readonly selection: Selection;
  readonly stride: Stride;
  readonly language: Language;
  readonly theme: ThemeName;
  readonly bearing: Bearing;
  /** As a link says them. */
  readonly folds: string | null;
  readonly moved: string | null;
}

/** One step in words. */
interface Told {
  /** The frame that one sees after it. */
  readonly step: number;
  readonly line: number | null;
  readonly sentence: string;
  readonly printed: string;
}

/** What a run did that may not be meant, in words. */
interface Found {
  readonly line: number | null;
  readonly title: string;
  /** What happened, why, and what to change. */
  readonly words: string;
}

/** A whole run in words. */
interface Story {
  readonly steps: readonly Told[];
  readonly found: readonly Found[];
  /** What stands above these. */
  readonly heading: string;
  /** Why that is not the end of the code; null where it is. */
  readonly ending: string | null;
}

function runOf(document: string): Run {
  return parseRun(JSON.parse(document));
}

/** What stands in the console because of an event; the value of a bare line ends its line. */
function printedBy(event: TapeEvent): string {
  if (event.kind !== "print") return "";
  return event.how === "print" ? event.text : `${event.text}\n`;
}

/** A picture that is longer, by its height, is wrapped to fit a page. */
const LONGEST = 3;
const PAGE = { long: 1280, short: 800 } as const;

/** What a picture for nobody's screen has to fit. */
const SCREEN = { w: PAGE.long, h: PAGE.short, type: 1 };

/** The page that a plane is wrapped for; null where its picture has a good shape without. */
function pageFor({ bounds: { w, h } }: Plane): StageSize | null {
  if (w > LONGEST * h) return { w: PAGE.long, h: PAGE.short };
  return h > LONGEST * w ? { w: PAGE.short, h: PAGE.long } : null;
}

/** The frame of a wished step. */
function momentOf(run: Run, step: number | null, stride: Stride): number {
  return Math.min(step ?? landing(run, steps(run, stride)), run.events.length);
}

/** The moment of a wish as a standalone SVG document. */
export function svg(document: string, wish: Wish): string {
  const { step, selection, stride, language, theme, bearing, moved } = wish;
  const run = runOf(document);
  const at = momentOf(run, step, stride);
  const folds = foldsOfWord(run, wish.folds,
    { ...PLAIN_VIEW.folds, level: firstLevel(run, bearing, SCREEN) });
  const pass = run.passes[passAt(run, at)];
  const stage = pass ? pageFor(sheetOf(run, pass, bearing, folds).plane) : null;
  const offsets = pass ? offsetsOfWord(sheetOf(run, pass, bearing, folds, stage).plane, moved)
    : PLAIN_VIEW.offsets;
  const view = { ...PLAIN_VIEW, selection, language, bearing, folds, offsets, stage };
  return shapesToSvg(scene(run, at, view), theme);
}

/** The pass that is on stage at a moment. */
interface Stage {
  /** From 0. */
  readonly number: number;
  /** What its boxes are called at its end; null where nothing of a box has a name. */
  readonly names: readonly (string | null)[];
}

/** What is on stage at a step; null is where the page would open the run. */
export function stage(document: string, step: number | null, stride: Stride): Stage {
  const run = runOf(document);
  const number = passAt(run, momentOf(run, step, stride));
  const { boxes, last } = run.passes[number]!;
  const { nodes } = frameAt(run, last + 1);
  const names = boxes.map((id) => {
    const shown = id.startsWith("n") ? nodes.get(id)?.outputs ?? [] : [id];
    return boxLabelOf(run, shown, last + 1);
  });
  return { number, names };
}

/** Why a tape ends before its code does; null when it does not. */
export function ending(document: string, language: Language): string | null {
  const run = runOf(document);
  const line = fullNotice(run)?.text;
  return endingOf(run, language) ?? (line ? say(language, "tapeFull", { line }) : null);
}

/** A finding in one language; the first of its lines is the one that it stands under. */
interface Diagnosed {
  readonly kind: string;
  readonly at: number;
  readonly severity: string;
  readonly lines: readonly number[];
  readonly names: readonly string[];
  readonly title: string;
  readonly sentence: string;
  readonly why: string;
  readonly change: string;
}

/** The gravest first. */
const SEVERITIES: readonly Severity[] = ["error", "mistake", "smell", "note"];

/** What is wrong in a run, the gravest first, how it ended, and why it did not finish. */
export function check(document: string, language: Language): {
  readonly outcome: string; readonly findings: readonly Diagnosed[]; readonly ending: string | null;
} {
  const run = runOf(document);
  const { length } = run.events;
  const ordered = findings(run).toSorted((one, other) =>
    SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
  const told = ordered.map((finding): Diagnosed => {
    const { title, what, why, change } = finding.explained(language);
    const { kind, at, severity, line, lines, tensors } = finding;
    return { kind, at, severity, lines: [...line === null ? [] : [line], ...lines],
      names: tensors.flatMap((id) => labelOf(run, id, length) ?? []),
      title, sentence: what, why, change };
  });
  return { outcome: run.outcome.kind, findings: told, ending: endingOf(run, language) };
}

/** A run from its beginning to its end, in words. */
export function story(document: string, stride: Stride, language: Language): Story {
  const run = runOf(document);
  const found = foundIn(run, language);
  return { steps: toldOf(run, stride, language), ending: endingOf(run, language), found,
    heading: say(language, "worthALookAll", { n: String(found.length) }) };
}

/** What is probably a mistake; what an error is, its own sentence tells. */
function foundIn(run: Run, language: Language): readonly Found[] {
  return findings(run).filter(isSilent).map((finding) => {
    const { title, what, why, change } = finding.explained(language);
    const words = [what, why, change].join(language === "en" ? " " : "");
    return { line: finding.line, title, words };
  });
}

function toldOf(run: Run, stride: Stride, language: Language): readonly Told[] {
  const stops = steps(run, stride);
  return stops.slice(1).map((to, i) => {
    const from = stops[i] ?? 0;
    const events = run.events.slice(from, to);
    return {
      step: to,
      line: lineOfStep(run, from, to),
      sentence: narrateStep(run, from, to, language),
      printed: events.map(printedBy).join(""),
    };
  });
}
