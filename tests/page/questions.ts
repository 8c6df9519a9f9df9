// Answers questions about runs, one JSON line each, so that Python tests can ask the page's code.

import { createInterface } from "node:readline";
import { findings } from "../../static/src/findings/findings.ts";
import { whyNone } from "../../static/src/findings/reading/missing-grad.ts";
import { statementOf } from "../../static/src/model/ledger.ts";
import { momentsOf, type Lesson } from "../../static/src/model/lesson.ts";
import { compactValue } from "../../static/src/model/number.ts";
import { endingOf, narrate, narrateStep } from "../../static/src/words/narration.ts";
import { phaseWords } from "../../static/src/words/phases.ts";
import { parseRun, type Bearing, type Pass, type Run } from "../../static/src/model/run.ts";
import {
  EVERYTHING, groupsToOpen, keysOf, sheetOf, type Folds,
} from "../../static/src/drawing/sheet.ts";
import { PLAIN_VIEW, scene } from "../../static/src/drawing/scene.ts";
import { LEGIBLE } from "../../static/src/drawing/stage/viewpoint.ts";
import { overlapping, textPlaces } from "./text-places.ts";
import {
  advance, bindingsOf, curves, frameAt, iterations, lineAt, lineOfStep, phases, scaleOf, stackOf,
  START, steps, type Frame,
  type Stride,
} from "../../static/src/model/timeline.ts";
import { labelOf } from "../../static/src/model/timeline/label.ts";
import { lookUp } from "../../static/src/model/timeline/lookup.ts";
import { stepOf, stopOf } from "../../static/src/model/step-navigation.ts";
import { faultsOf } from "./faults.ts";

interface Question {
  readonly ask: keyof typeof ANSWERS;
  readonly run: unknown;
  readonly lesson?: Lesson;
  readonly name?: string;
  readonly folded?: readonly number[];
  readonly visits?: readonly number[];
  readonly stage?: { readonly w: number; readonly h: number } | null;
  readonly level?: number;
  readonly bearing?: Bearing;
  readonly stride?: Stride;
}

/** Everything is open but for what is named. */
function foldsOf(own: readonly (readonly [string, boolean])[]): Folds {
  return { level: EVERYTHING, own: new Map(own) };
}

/** The names of each frame, with what they are bound to. */
function scopesOf({ scopes }: Frame): unknown {
  return [...scopes.values()].map((scope) => [...scope.values()]);
}

/** A frame as plain text, so that two can be compared. */
function told(frame: Frame): string {
  return JSON.stringify({ ...frame, tensors: [...frame.tensors.values()],
    nodes: [...frame.nodes.values()], scopes: scopesOf(frame) });
}

/** Texts that are small or lie on others, and boxes without any, in a pass from afar. */
function farFaults(run: Run, pass: Pass): readonly string[] {
  return ([["right", EVERYTHING], ["down", EVERYTHING], ["right", 0]] as const)
    .flatMap(([bearing, level]) => [LEGIBLE, 0.5, 0.75].flatMap((scale) => {
      const folds = { level, own: new Map<string, boolean>() };
      const view = { ...PLAIN_VIEW, detail: "far" as const, scale, bearing, folds };
      const places = textPlaces(scene(run, pass.last + 1, view), scale);
      const owners = new Set(places.map(({ id }) => id.split("/")[0]));
      return [
        ...places.filter(({ size }) => size < 11).map(({ text }) => `${text} is small`),
        ...overlapping(places).map(([a, b]) => `${a.text} lies on ${b.text}`),
        ...sheetOf(run, pass, bearing, folds).ids.filter((id) => !owners.has(id)),
      ].map((fault) => `${bearing} ${level} ${scale}: ${fault}`);
    }));
}

/** Modules open at none, the outermost, and all levels. */
const LEVELS = [0, 1, EVERYTHING];

/** One pass for each layout that a run shows. */
function passesOf({ passes, layouts }: Run): readonly Pass[] {
  return layouts.flatMap((_, i) => passes.find(({ layout }) => layout === i) ?? []);
}

const ANSWERS = {
  /** The event of each marked moment of a lesson's run, and where the player stops for it. */
  moments: (run: Run, { lesson }: Question) => {
    const stops = steps(run, "lesson");
    return momentsOf(run, lesson!).map(({ number, event }) =>
      ({ number, event, stop: stopOf(stops, stepOf(stops, event + 1)) }));
  },
  /** Everything that is explained, with its words in both languages. */
  findings: (run: Run) => findings(run).map((finding) =>
    ({ ...finding, en: finding.explained("en"), zh: finding.explained("zh") })),
  /** What is said of each event, in both languages. */
  sentences: (run: Run) => run.events.map((_, i) => [narrate(run, i, "en"), narrate(run, i, "zh")]),
  /** Each step of a stride: its events, the line that is lit, and its sentences. */
  steps: (run: Run, { stride = "lesson" }: Question) => {
    const stops = steps(run, stride);
    return stops.slice(1).map((to, i) => {
      const from = stops[i]!;
      return { from, to, line: lineOfStep(run, from, to), lit: lineAt(run, stops, to),
        en: narrateStep(run, from, to, "en"), zh: narrateStep(run, from, to, "zh") };
    });
  },
  /** The phases between the stops of a stride: what each is called, and how many steps it has. */
  phases: (run: Run, { stride = "lesson" }: Question) => {
    const stops = steps(run, stride);
    return phases(run, stops).map((phase) =>
      [phaseWords(phase, "en"), stepOf(stops, phase.to) - stepOf(stops, phase.from)]);
  },
  /** The iterations: the line and the kind of the first event of each, and of the one after it. */
  iterations: (run: Run) => iterations(run).map(({ from, to }) => [from, to].map((at) => {
    const event = run.events[at];
    return event && [event.kind, "line" in event ? event.line : null];
  })),
  /** The curves: kind, name, and each backward with its value. */
  curves: (run: Run) => curves(run).map(({ kind, name, points }) =>
    ({ kind, name, isLog: scaleOf([{ kind, name, points }])?.isLog ?? null,
      calls: points.map(({ call }) => call), values: points.map(({ value }) => value),
      marks: points.map(({ at }) => run.events[at - 1]!.kind) })),
  /** Why a run did not finish, in both languages. */
  ending: (run: Run) => [endingOf(run, "en"), endingOf(run, "zh")],
  /** What each named tensor is called in the picture at the end, in the order of the tape. */
  labels: (run: Run) => [...frameAt(run, run.events.length).tensors.values()].flatMap(({ id }) =>
    labelOf(run, id, run.events.length) ?? []),
  /** At each stop by line: the calls with their lines, and the running one's names and values. */
  lines: (run: Run) => steps(run, "line").map((at) => {
    const frame = frameAt(run, at);
    const { call } = stackOf(frame).find((one) => one.call.of !== "library")!;
    return {
      at, line: frame.line, stack: stackOf(frame).map((one) => [one.call.name, one.line]),
      names: Object.fromEntries(bindingsOf(frame.scopes, call.frame).map(({ name, tensor, text }) =>
        [name, text ?? compactValue(frame.tensors.get(tensor!)!.value)])),
    };
  }),
  /** Why the .grad of a variable is None at the end. */
  none: (run: Run, { name }: Question) => {
    const found = lookUp(run, frameAt(run, run.events.length), name ?? "");
    return whyNone(run, found?.tensor ?? "", run.events.length);
  },
  /** Of some cursors, visited in this order, those at which it matters how one got there. */
  astray: (run: Run, { run: document, folded, visits }: Question) => visits!.filter((cursor) => {
    const keys = run.layouts.flatMap((layout) =>
      keysOf(layout).filter((_, i) => folded!.includes(i)));
    const view = { ...PLAIN_VIEW, folds: foldsOf(keys.map((key) => [key, true])) };
    const anew = parseRun(document);
    const fold = run.events.slice(0, Math.floor(cursor)).reduce(advance, START);
    return told(frameAt(run, cursor)) !== told(fold)
      || JSON.stringify(scene(run, cursor, view)) !== JSON.stringify(scene(anew, cursor, view));
  }),
  /** The plane of each pass, to the right and down, with these groups folded, on such a stage. */
  planes: (run: Run, { folded, stage = null }: Question) => run.passes.flatMap((pass) => {
    const keys = keysOf(run.layouts[pass.layout]!);
    const folds = foldsOf(keys.map((key, i) => [key, folded!.includes(i)]));
    return (["right", "down"] as const).map((bearing: Bearing) => {
      const { plane, ids, boxOf, cast } = sheetOf(run, pass, bearing, folds, stage);
      const { boxes, edges, frames, bounds } = plane;
      const seats = cast.map((id) => boxOf.get(id) ?? null);
      return { bearing, boxes, edges, frames, bounds, ids, seats };
    });
  }),
  /** Faults of the picture of each layout, both ways, with modules open down to each level. */
  faults: (run: Run, { stage = null }: Question) => passesOf(run).flatMap((pass) =>
    (["right", "down"] as const).flatMap((bearing) => LEVELS.flatMap((level) =>
      faultsOf(sheetOf(run, pass, bearing, { level, own: new Map() }, stage).plane)))),
  /** The size of the picture of each layout with modules open down to a level. */
  bounds: (run: Run, { stage = null, level = EVERYTHING, bearing = "right" }: Question) =>
    passesOf(run).map((pass) =>
      sheetOf(run, pass, bearing, { level, own: new Map() }, stage).plane.bounds),
  /** Of each box and each group of each pass: whether it is on stage once what hides it is open. */
  uncovered: (run: Run, { folded }: Question) => run.passes.flatMap((pass) => {
    const layout = run.layouts[pass.layout]!;
    const keys = keysOf(layout);
    const folds = foldsOf(keys.map((key, i) => [key, folded!.includes(i)]));
    const planeAfter = (box: number, group: number | null) => {
      const opened = groupsToOpen(layout, folds, box, group).map((one) => keys[one]!);
      const more = foldsOf([...folds.own, ...opened.map((key) => [key, false] as const)]);
      return sheetOf(run, pass, "right", more);
    };
    return [
      ...pass.boxes.map((id, box) => {
        const { plane, boxOf } = planeAfter(box, null);
        return plane.boxes[boxOf.get(id)!]!.group === null;
      }),
      ...layout.groups.map(({ face }, group) => {
        const { plane, boxOf } = planeAfter(face, group);
        const seen = plane.boxes[boxOf.get(pass.boxes[face]!)!]!.group;
        return seen === null || seen === group || layout.groups[seen]!.parent === group;
      }),
    ];
  }),
  /** Of each pass at its end, from afar at scales where all is legible: what cannot be read. */
  farTexts: (run: Run) => run.passes.flatMap((pass) => farFaults(run, pass)),
  /** What leaves that are trained are called from afar, in the first pass, as small as it gets. */
  farNames: (run: Run) => {
    const { boxes, layout, last } = run.passes[0]!;
    const leaves = boxes.filter((_, i) => run.layouts[layout]!.boxes[i]!.kind === "leaf");
    const shapes = scene(run, last + 1,
      { ...PLAIN_VIEW, detail: "far", compact: true, scale: LEGIBLE });
    return leaves.map((id) => shapes.flatMap((shape) =>
      (shape.kind === "text" && shape.id.startsWith(`${id}/far/0`) ? shape.text : [])).join(""));
  },
  /** The numbers that rest on edges at the end, with all groups folded. */
  resting: (run: Run) => {
    const keys = run.layouts.flatMap((layout) => keysOf(layout));
    const view = { ...PLAIN_VIEW, folds: foldsOf(keys.map((key) => [key, true])) };
    return scene(run, run.events.length, view).flatMap((shape) =>
      shape.kind === "token" && shape.id.endsWith("/came") ? [shape.text] : []);
  },
  /** The statement of account of the leaf of that name. */
  ledger: (run: Run, { name }: Question) => {
    const named = run.events.find((event) => event.kind === "name" && event.name === name);
    const tensor = named?.kind === "name" ? named.tensor : "t0";
    return statementOf(run, tensor, run.events.length);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line) as Question;
  const answer = ANSWERS[question.ask](parseRun(question.run), question);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
