// The lane of phases: forward, backward, update and evaluation, apart by fill, edge and word.

import type { Phase, PhaseKind } from "../../model/timeline.ts";
import { phaseForms } from "../../words/phases.ts";
import type { ColorToken } from "../../drawing/theme.ts";
import { setFont, type Paint } from "./paint.ts";

interface Look {
  readonly fill: ColorToken | null;
  readonly ink: ColorToken;
  /** Apart without colour, too: a line below, or a dashed one around. */
  readonly edge: { readonly color: ColorToken; readonly at: "below" | "around" } | null;
}

const LOOKS: Readonly<Record<PhaseKind, Look>> = {
  setup: { fill: null, ink: "quiet", edge: null },
  forward: { fill: "node", ink: "ink", edge: null },
  backward: { fill: "backward", ink: "backward-ink", edge: null },
  update: { fill: "leaf", ink: "ink", edge: { color: "leaf-line", at: "below" } },
  evaluation: { fill: null, ink: "ink", edge: { color: "quiet", at: "around" } },
};

const KINDS = Object.keys(LOOKS) as readonly PhaseKind[];

/** Phases narrower than this are no bars of their own. */
const NARROW = 2;
/** Where phases are narrow, their shares are told for stretches at least this wide. */
const CELL = 12;

function drawWords(paint: Paint, phase: Phase, left: number, right: number): void {
  const { pen, theme, language, lanes: { phases: lane } } = paint;
  if (phase.kind === null || right - left < 12) return;
  const words = phaseForms(phase, language).find((form) =>
    pen.measureText(form).width + 8 <= right - left);
  if (words === undefined) return;
  pen.fillStyle = theme[LOOKS[phase.kind].ink];
  pen.fillText(words, (left + right) / 2, lane.top + lane.height / 2 + 0.5);
}

function drawBar(
  { pen, theme, lanes }: Paint, kind: PhaseKind, left: number, right: number,
): void {
  const { top, height } = lanes.phases;
  const { fill, edge } = LOOKS[kind];
  const width = Math.max(right - left - 1, 1);
  pen.beginPath();
  pen.roundRect(left + 0.5, top, width, height, Math.min(3, width / 2));
  if (fill !== null) {
    pen.fillStyle = theme[fill];
    pen.fill();
  }
  if (edge?.at === "below") {
    pen.fillStyle = theme[edge.color];
    pen.fillRect(left + 0.5, top + height - 2, width, 2);
  } else if (edge?.at === "around") {
    pen.strokeStyle = theme[edge.color];
    pen.lineWidth = 1;
    pen.setLineDash([3, 2]);
    pen.stroke();
    pen.setLineDash([]);
  }
}

/** How much of a stretch each kind has. */
type Shares = Map<PhaseKind, number>;

/** Where bars would be too narrow to see: the kinds above each other, as high as their shares. */
function drawShares({ pen, theme, lanes }: Paint, left: number, right: number, of: Shares): void {
  const all = [...of.values()].reduce((sum, one) => sum + one, 0);
  let { top } = lanes.phases;
  for (const kind of KINDS) {
    const height = (of.get(kind) ?? 0) / all * lanes.phases.height;
    const { fill, edge } = LOOKS[kind];
    const color = fill ?? edge?.color;
    if (height > 0 && color) {
      pen.fillStyle = theme[color];
      pen.fillRect(left, top, right - left, height);
    }
    top += height;
  }
}

/** All phases in sight, each as a bar with its words, or narrow ones together by their shares. */
export function drawPhases(paint: Paint, all: readonly Phase[]): void {
  setFont(paint, 600);
  let cell: { readonly left: number; readonly shares: Shares } | null = null;
  const close = (right: number): void => {
    if (cell && right > cell.left) drawShares(paint, cell.left, right, cell.shares);
    cell = null;
  };
  for (const phase of all) {
    const [left, right] = [paint.x(phase.from), paint.x(phase.to)];
    if (right < 0 || left > paint.width) continue;
    if (right - left >= NARROW) {
      close(left);
      if (phase.kind !== null) drawBar(paint, phase.kind, left, right);
      drawWords(paint, phase, Math.max(left, 0), Math.min(right, paint.width));
      continue;
    }
    cell ??= { left, shares: new Map() };
    if (phase.kind !== null) {
      cell.shares.set(phase.kind, (cell.shares.get(phase.kind) ?? 0) + right - left);
    }
    if (right - cell.left >= CELL) close(right);
  }
  const last = all.at(-1);
  if (last) close(paint.x(last.to));
}
