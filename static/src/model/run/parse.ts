// The gate of the page: a document from outside is a Run, or is refused in one sentence.

import type { Fold, Layout, Run } from "../run.ts";
import {
  refuse, record, list, text, flag, finite, count, id, orNull, orMissing, each, oneOf, shaped,
  RunError, type Check, type Json,
} from "./checks.ts";

/** The version of the run document that this page knows. */
export const VERSION = 12;

const value: Check = (raw, where) => {
  const object = record(raw, where);
  each(count)(object["shape"], `${where}.shape`);
  text(object["dtype"], `${where}.dtype`);
  if (object["same"] !== undefined) return count(object["same"], `${where}.same`);
  if (object["data"] === undefined) {
    record(object["stats"], `${where}.stats`);
    shaped({ rows: count, cols: count, data: each(() => undefined) })(
      object["picture"], `${where}.picture`);
    orMissing(each(() => undefined))(object["head"], `${where}.head`);
    return;
  }
  const size = (object["shape"] as readonly number[]).reduce((a, b) => a * b, 1);
  if (list(object["data"], `${where}.data`).length !== size) {
    refuse(`${where}.data`, `does not have the ${size} numbers of its shape`);
  }
};

const line = orNull(count);
const named: Check = (raw, where) => each(id)(Object.values(record(raw, where)), where);
const rate: Check = (raw, where) => {
  if (typeof raw !== "string") finite(raw, where);
};
const edges = each(shaped({ slot: text, to: orNull(id), nr: count }));
const outputs = each(
  shaped({ tensor: id, value, requires_grad: flag, view_of: orNull(id) }));
const maybe = orNull(value);
const saved: Check = (raw, where) => {
  const isNumber = record(raw, where)["number"] !== undefined;
  shaped(isNumber ? { name: text } : { name: text, tensor: id, version: count, bytes: count })(
    raw, where);
};

/** What each kind of event must carry. `mode` and `backward` depend on one more word. */
const EVENTS: Readonly<Record<string, Check>> = {
  leaf: shaped({
    tensor: id, value, requires_grad: flag, accumulate: orNull(id), grad_of: orNull(id), line,
  }),
  op: shaped({
    op: text, inputs: each(shaped({ slot: text })), outputs, line, during: orNull(id),
    scope: each(text), calls: each(count),
    modules: orMissing(each(shaped({ name: text, type: text, extra: text }))),
    node: orNull(shaped({ id, name: text, edges })),
    saved: each(saved),
  }),
  name: shaped({ tensor: id, name: text, frame: count, line }),
  value: shaped({ frame: count, name: text, type: orNull(text), text: orNull(text), line,
    tensors: orMissing(named) }),
  enter: shaped({ frame: count, of: oneOf("function", "lambda", "comprehension", "library"),
    name: text, caller: count, from: line, line, optimizer: orMissing(count),
    rates: orMissing(each(orNull(rate))) }),
  leave: shaped({ frame: count, how: oneOf("return", "yield", "raise"), line }),
  optimizer: shaped({ optimizer: count, name: text, first: count, line,
    groups: each(shaped({ params: each(id), lr: orNull(rate) })) }),
  write: shaped({ tensor: id, version: count, value, by: text, via: orNull(id), line }),
  mode: (raw, where) => {
    shaped({ what: oneOf("grad_mode", "detach", "requires_grad_", "convert"), line })(raw, where);
    const what = record(raw, where)["what"];
    if (what === "detach") shaped({ tensor: id, of: id })(raw, where);
    if (what === "requires_grad_") shaped({ tensor: id, accumulate: orNull(id) })(raw, where);
    if (what === "grad_mode") shaped({
      enabled: flag, by: orMissing(text), within: orMissing(orNull(text)) })(raw, where);
    if (what === "convert") shaped({ tensor: id, by: text, to: orNull(id) })(raw, where);
  },
  backward: (raw, where) => {
    shaped({ phase: oneOf("begin", "end"), call: count })(raw, where);
    if (record(raw, where)["phase"] === "begin") {
      shaped({ api: oneOf("backward", "grad"), line, within: orNull(count),
        kept: orMissing(count), oldest: orMissing(count),
        roots: each(shaped({ tensor: id, node: id, nr: count, seed: value })) })(raw, where);
    } else {
      shaped({ failed: flag, results: each(shaped({ tensor: id, value: maybe })) })(raw, where);
    }
  },
  run: shaped({ node: id, grads: each(maybe), name: orMissing(text) }),
  flow: shaped({
    node: id, edge: count, to: id, nr: count, value, sum: value, arrived: count, needed: count,
    name: orMissing(text),
  }),
  hook: shaped({ where: text, node: orNull(id), tensor: orNull(id), name: text,
    before: maybe, after: maybe }),
  grad: shaped({ tensor: id, node: orNull(id), before: maybe, added: maybe, after: maybe,
    by: text, call: orNull(count), line }),
  free: shaped({ node: id }),
  full: shaped({ line }),
  print: shaped({ text, how: oneOf("print", "value", "warning"), line }),
  fail: shaped({ type: text, message: text, line,
    blame: shaped({ nodes: each(id), tensors: each(id) }) }),
};

const event: Check = (raw, where) => {
  const kind = record(raw, where)["kind"];
  const check = typeof kind === "string" && Object.hasOwn(EVENTS, kind) ? EVENTS[kind] : undefined;
  if (check === undefined) refuse(where, `has the unknown kind ${JSON.stringify(kind)}`);
  check(raw, where);
};

const point: Check = (raw, where) => {
  if (list(raw, where).length !== 2) refuse(where, "is not a point");
  each(finite)(raw, where);
};

const curve: Check = (raw, where) => {
  each(point)(raw, where);
  if (list(raw, where).length % 3 !== 1) refuse(where, "does not have 1 + 3k points");
};

const form = shaped({ width: finite, height: finite, at: each(point), points: each(curve) });

const fold = shaped({ boxes: each(count), groups: each(count), entries: each(count),
  exits: each(count), edges: each(count), lines: each(count), right: form, down: form });

/** Folds name boxes, groups and edges that are there, and place all that stands in them. */
function checkFolds({ boxes, edges: ways, groups, folded }: Layout, where: string): void {
  const within = (numbers: readonly number[], size: number) => numbers.every((n) => n < size);
  for (const { inside, parent, face } of groups) {
    const isThere = face < boxes.length && (parent === null || parent < groups.length);
    if (!isThere || folded === null) refuse(where, "has a group of what is not there");
    checkFold(inside);
  }
  if (folded !== null) checkFold(folded);

  function checkFold(given: Fold): void {
    const standing = [...given.boxes, ...given.entries, ...given.exits];
    const places = standing.length + given.groups.length;
    const isWhole = [given.right, given.down].every(({ at, points }) =>
      at.length === places && within(given.lines, points.length));
    if (!isWhole || !within(standing, boxes.length) || !within(given.groups, groups.length)
      || !within(given.edges, ways.length) || given.lines.length !== given.edges.length) {
      refuse(where, "has a fold that does not place what is in it");
    }
  }
}

const layout: Check = (raw, where) => {
  shaped({
    width: finite, height: finite, down: form,
    boxes: each(shaped({ kind: oneOf("leaf", "input", "op", "accumulate", "value"),
      x: finite, y: finite, w: finite, h: finite })),
    edges: each(shaped({ from: count, to: count, points: curve,
      kind: oneOf("tape", "leaf", "value", "view", "cut"), edge: orNull(count),
      port: orNull(count) })),
    groups: each(shaped({ kind: oneOf("module", "function", "line", "repeat"), label: text,
      parent: orNull(count), face: count, ops: count, times: count, w: finite,
      h: finite, inside: fold })),
    folded: orNull(fold),
  })(raw, where);
  checkFolds(raw as Layout, where);
  const { boxes: all, edges: ways, down } = raw as Layout;
  const boxes = all.length;
  if (down.at.length !== boxes || down.points.length !== ways.length) {
    refuse(`${where}.down`, "does not place every box and edge");
  }
  for (const edge of record(raw, where)["edges"] as readonly Json[]) {
    if (Number(edge["from"]) >= boxes || Number(edge["to"]) >= boxes) {
      refuse(where, "has an edge to a box that is not there");
    }
  }
};

/** Passes cover all events in order, and name one thing for each box of their layout. */
function checkPasses(run: Run): void {
  let next = 0;
  run.passes.forEach((pass, i) => {
    const where = `passes[${i}]`;
    const follows = pass.first === next && pass.last >= pass.first - 1;
    if (!follows) refuse(where, "does not follow the last");
    next = pass.last + 1;
    const boxes = run.layouts[pass.layout]?.boxes.length;
    if (boxes === undefined) refuse(where, "has a layout that is not there");
    if (boxes !== pass.boxes.length) refuse(where, "does not fill the boxes of its layout");
  });
  if (next !== run.events.length) refuse("passes", "does not cover the events");
}

const said: Check = shaped({ title: text, what: text, why: text, change: text });
const edit: Check = shaped({
  line: count, column: count, end_line: count, end_column: count, text });
const finding: Check = shaped({ kind: text, severity: oneOf("error", "mistake", "smell", "note"),
  at: count, line, lines: each(count), nodes: each(id), tensors: each(id), names: each(text),
  words: shaped({ en: said, zh: said }),
  fixes: each(shaped({ en: text, zh: text, edits: each(edit) })),
  moments: each(shaped({ at: count, to: count, tensor: orNull(id),
    what: oneOf("birth", "propagated", "healed") })) });

const whole: Check = shaped({
  engine: text,
  snippet: shaped({ code: text, seed: finite, seeded: flag }),
  events: each(event),
  passes: each(shaped({ first: count, last: finite, call: orNull(count), layout: count,
    boxes: each(id), left_out: count, edges_left_out: count, drawn: flag })),
  layouts: each(layout),
  ops: (raw, where) => void record(raw, where),
  outcome: shaped({ kind: oneOf("finished", "failed", "stopped", "died"), sentence: orNull(text) }),
  findings: each(finding),
});

/** Puts each value that comes again where the document only says `same`. */
function withSame(json: unknown, known: Map<unknown, unknown>): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) {
    const whole = json.map((item) => withSame(item, known));
    return whole.some((item, i) => item !== json[i]) ? whole : json;
  }
  const object = json as Json;
  if (object["shape"] !== undefined && object["dtype"] !== undefined) {
    if (object["same"] === undefined) {
      if (object["id"] !== undefined) known.set(object["id"], object);
      return object;
    }
    return known.get(object["same"]) ?? refuse("a value", "means an earlier one that is not there");
  }
  let whole: Record<string, unknown> | null = null;
  for (const [key, field] of Object.entries(object)) {
    const put = withSame(field, known);
    if (put !== field) (whole ??= { ...object })[key] = put;
  }
  return whole ?? object;
}

/** Check a document from outside; RunError when it is not a run document of our version. */
export function parseRun(json: unknown): Run {
  const found = record(json, "the document")["version"];
  if (found !== VERSION) {
    throw new RunError(
      `This run document has version ${JSON.stringify(found) ?? "none"}, and this page knows ` +
      `only version ${VERSION}: reload the page, or run the code again.`);
  }
  whole(json, "run");
  const given = json as Run;
  checkPasses(given);
  return { ...given, events: withSame(given.events, new Map()) as Run["events"] };
}
