// The findings on stage: a ring around what the open one is about, a small sign on each other box.

import { boxesOf, findings, isGrave } from "../../findings/findings.ts";
import type { Finding, Grave } from "../../findings/finding.ts";
import type { Run } from "../../model/run.ts";
import type { Frame } from "../../model/timeline.ts";
import type { Sheet } from "../sheet.ts";
import type { ColorToken } from "../theme.ts";
import { Z } from "./anatomy.ts";
import { unitOf } from "./far-label.ts";
import { rectOf, type Moment } from "./moment.ts";
import type { Point, Shape } from "./shape.ts";

type Severity = Grave["severity"];

const COLORS: Readonly<Record<Severity, ColorToken>> =
  { error: "error", mistake: "error", smell: "saved-line" };
/** Round a sign's middle; the same shapes as on the strip. */
const SIGNS: Readonly<Record<Severity, readonly Point[]>> = {
  error: [[0, -9], [9, 6], [-9, 6]], mistake: [[0, -9], [9, 6], [-9, 6]],
  smell: [[0, -8], [8, 0], [0, 8], [-8, 0]],
};
/** Outside the line around what is selected. */
const FAR = { root: 12, other: 9 } as const;

/** What is grave and has come to light; an error stands in its own words at its box. */
function comeToLight(run: Run, frame: Frame): readonly Grave[] {
  return findings(run).filter(isGrave)
    .filter(({ at, severity }) => at < frame.at && severity !== "error");
}

/** The boxes on a sheet that a finding is about. */
function seats(sheet: Sheet, frame: Frame, finding: Finding): readonly number[] {
  return [...new Set(boxesOf(frame, finding).flatMap((id) => sheet.boxOf.get(id) ?? []))];
}

/** The boxes with a sign, each with the gravest of its findings. */
function signed(run: Run, frame: Frame, sheet: Sheet): ReadonlyMap<number, Severity> {
  const seated = new Map<number, Severity>();
  for (const finding of comeToLight(run, frame)) {
    const [box] = seats(sheet, frame, finding);
    if (box !== undefined && seated.get(box) !== "mistake") seated.set(box, finding.severity);
  }
  return seated;
}

/** The boxes of the open finding, once it has come to light. */
function ringed(frame: Frame, sheet: Sheet, open: Finding | null): readonly number[] {
  return open === null || open.at >= frame.at ? [] : seats(sheet, frame, open);
}

/** All boxes that findings mark. */
export function foundBoxes(
  run: Run, frame: Frame, sheet: Sheet, open: Finding | null,
): readonly number[] {
  return [...new Set([...ringed(frame, sheet, open), ...signed(run, frame, sheet).keys()])];
}

function ring(moment: Moment, box: number, color: ColorToken): Shape {
  const { x, y, w, h } = rectOf(moment, box);
  const id = moment.sheet.ids[box]!;
  const far = moment.roots.has(id) ? FAR.root : FAR.other;
  return { kind: "box", id: `${id}/found`, z: Z.select, x: x - far, y: y - far, w: w + 2 * far,
    h: h + 2 * far, radius: Math.min(12, h / 2 + far), stroke: color, width: 2, fixed: true };
}

/** On the upper left corner. */
function sign(moment: Moment, box: number, severity: Severity): Shape {
  const { x, y } = rectOf(moment, box);
  const unit = moment.view.detail === "far" ? unitOf(moment.view) : 1;
  return { kind: "path", id: `${moment.sheet.ids[box]!}/found/sign`, z: Z.mark, curved: false,
    closed: true, fill: "paper", stroke: COLORS[severity], width: 2 * unit,
    points: SIGNS[severity].map(([right, down]) =>
      [x - 3 * unit + right * unit, y - 2 * unit + down * unit]) };
}

/** The marks of all findings that have come to light. */
export function foundShapes(moment: Moment): readonly Shape[] {
  const { run, frame, sheet, view: { finding } } = moment;
  const color = finding?.severity === "smell" ? COLORS.smell : COLORS.mistake;
  const rings = ringed(frame, sheet, finding);
  return [
    ...rings.map((box) => ring(moment, box, color)),
    ...[...signed(run, frame, sheet)].filter(([box]) => !rings.includes(box))
      .map(([box, severity]) => sign(moment, box, severity)),
  ];
}
