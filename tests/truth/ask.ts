// What the page says of a run, one JSON line for each that comes in.

import { createInterface } from "node:readline";
import { findings } from "../../static/src/findings/findings.ts";
import { explainNone } from "../../static/src/findings/phrases/reasons.ts";
import { whyNone } from "../../static/src/findings/reading/missing-grad.ts";
import { story } from "../../static/src/drawing/server-entry.ts";
import { formulasOf } from "../../static/src/words/formula.ts";
import { parseRun, type Run } from "../../static/src/model/run.ts";
import { frameAt, type Stride } from "../../static/src/model/timeline.ts";

interface Question {
  /** The document as it is sent: JSON.stringify would write -0.0 as 0. */
  readonly run: string;
  /** The names of the module that mean tensors at the end, with these. */
  readonly names: readonly (readonly [string, string])[];
}

/** Of a longer tape only the steps of a lesson are told. */
const MOST_EVENTS = 4000;
/** Of a short one also the steps by line. */
const MOST_BY_LINE = 200;

/** Why the `.grad` of each named tensor that has none is None at the end. */
function nonesOf(run: Run, names: readonly (readonly [string, string])[]) {
  return names.flatMap(([name, tensor]) => {
    const cause = whyNone(run, tensor, run.events.length);
    return cause === null ? []
      : [{ name, tensor, en: explainNone(name, cause, "en"), zh: explainNone(name, cause, "zh") }];
  });
}

/** So many nodes have their formulas judged. */
const MOST_NODES = 150;

/** The event after which each node has sent all that it sent when it last ran. */
function lastRuns(run: Run): ReadonlyMap<string, number> {
  return new Map(run.events.flatMap((event, i) =>
    (event.kind === "flow" ? [[event.node, i + 1] as const] : [])));
}

/** The equations of the last nodes, as they are when a node has run, or at the end. */
function written(run: Run) {
  const ran = lastRuns(run);
  const end = run.events.length;
  const nodes = [...frameAt(run, end).nodes.values()].slice(-MOST_NODES);
  return nodes.flatMap(({ id, made }) => {
    const frame = frameAt(run, ran.get(id) ?? end);
    const came = frame.nodes.get(id)?.incoming ?? [];
    return formulasOf(run, frame, id).map(({ named: _, where, ...formula }) =>
      ({ ...formula, node: id, made, came, where: where.map(({ formal }) => formal) }));
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const { run: text, names } = JSON.parse(line) as Question;
  const run = parseRun(JSON.parse(text));
  const told = (stride: Stride) => {
    const [en, zh] = [story(text, stride, "en"), story(text, stride, "zh")];
    return en.steps.map((step, i) => ({ to: step.step, line: step.line, en: step.sentence,
      zh: zh.steps[i]!.sentence }));
  };
  const answer = {
    lesson: told("lesson"), event: run.events.length > MOST_EVENTS ? [] : told("event"),
    line: run.events.length > MOST_BY_LINE ? [] : told("line"),
    written: run.events.length > MOST_EVENTS ? [] : written(run),
    nones: nonesOf(run, names),
    findings: findings(run).map((finding) =>
      ({ ...finding, en: finding.explained("en"), zh: finding.explained("zh") })),
  };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
