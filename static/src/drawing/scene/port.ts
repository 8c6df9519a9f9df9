// Ports: where the edges of each output leave a box that has several, by the name of the output.

import type { Point } from "../../model/run.ts";
import type { NodeState } from "../../model/timeline.ts";
import { outputName } from "../../model/timeline/outputs.ts";
import type { Plane } from "../sheet.ts";
import { SMALL, TAB_HEIGHT, Z } from "./anatomy.ts";
import { fitLabel, heightOf, labelShapes, unitOf } from "./far-label.ts";
import type { Moment } from "./moment.ts";
import type { Shape } from "./shape.ts";
import type { Subject } from "./subject.ts";
import { cutName, plain, widthOf } from "./text-metrics.ts";

/** What server/layout/direction.py keeps free for the name of a port, and between two of them. */
const MOST_WIDE = 48;
const LEAST_WIDE = 16;
const MARGIN = 6;
const FAR = 7;

interface Port {
  readonly nr: number;
  /** On the edge of the box where it stands undragged. */
  readonly at: Point;
}

const planes = new WeakMap<Plane, ReadonlyMap<number, readonly Port[]>>();

function portsIn({ edges, boxes }: Plane): ReadonlyMap<number, readonly Port[]> {
  const found = new Map<number, Map<number, Port>>();
  for (const { from, port: nr, points } of edges) {
    if (nr === null || boxes[from]!.group !== null) continue;
    const ports = found.get(from) ?? new Map<number, Port>();
    found.set(from, ports.set(nr, { nr, at: points[0]! }));
  }
  return new Map([...found].map(([box, ports]) => [box, [...ports.values()]]));
}

/** The ports of a box where it stands now; none where all its edges leave from the middle. */
function portsOf({ sheet: { plane }, view }: Moment, { box }: Subject): readonly Port[] {
  let known = planes.get(plane);
  if (!known) planes.set(plane, known = portsIn(plane));
  const [dx, dy] = view.offsets.get(box) ?? [0, 0];
  return known.get(box)?.map(({ nr, at: [x, y] }) => ({ nr, at: [x + dx, y + dy] })) ?? [];
}

/** How far apart the nearest two ports are. */
function apart(ports: readonly Port[], axis: 0 | 1): number {
  const places = ports.map(({ at }) => at[axis]).toSorted((a, b) => a - b);
  return Math.min(MOST_WIDE, ...places.slice(1).map((place, i) => place - places[i]!));
}

/** The name of a port, or its number where there is no room for that. */
function wordOf(moment: Moment, node: NodeState, nr: number, room: number): string {
  const name = outputName(moment.run, node, nr, moment.frame.at);
  const cut = cutName(name, SMALL, "ui", room - MARGIN);
  return cut.length > 2 || cut === name ? cut : `${nr}`;
}

/** Where what has come to an output waits: beyond the name of its port. */
export function beyondPort(moment: Moment, subject: Subject, nr: number): Point | null {
  const ports = portsOf(moment, subject);
  const port = ports.find((one) => one.nr === nr);
  if (!port || !subject.node) return null;
  const [x, y] = port.at;
  if (moment.sheet.bearing === "down") return [x, y + TAB_HEIGHT];
  const word = wordOf(moment, subject.node, nr, MOST_WIDE);
  return [x + Math.max(LEAST_WIDE, widthOf(word, SMALL, "ui") + MARGIN), y];
}

/** From afar a name of a fixed size where there is room for it, else only where the port is. */
function farTab(
  { view, sheet }: Moment, id: string, [x, y]: Point, word: string, room: number,
): readonly Shape[] {
  const unit = unitOf(view);
  const isDown = sheet.bearing === "down";
  const [w, h] = isDown ? [room, TAB_HEIGHT] : [MOST_WIDE, room];
  const label = fitLabel(word, "ui", { w: w / unit - MARGIN, h: h / unit }, 1);
  const [wide, high] = label
    ? [unit * (MARGIN + 1.12 * widthOf(label.lines[0]!, label.size, "ui")), unit * heightOf(label)]
    : [unit * FAR, unit * FAR];
  const [left, top] = isDown ? [x - wide / 2, y] : [x, y - high / 2];
  return [
    { kind: "box", id, z: Z.tab, x: left, y: top, w: wide, h: high, radius: 2 * unit,
      fill: "paper", stroke: "node-line", width: 1, fixed: true },
    ...label ? labelShapes(view, `${id}/name`, Z.tab + 1, label, left + wide / 2, top, "label")
      : [],
  ];
}

/** The names of the ports, as tabs on the edge that they are in. */
export function portTabs(moment: Moment, subject: Subject): readonly Shape[] {
  const { node, id } = subject;
  const ports = node ? portsOf(moment, subject) : [];
  const isDown = moment.sheet.bearing === "down";
  const pitch = apart(ports, isDown ? 0 : 1) - 2;
  const room = isDown ? pitch : MOST_WIDE;
  return ports.flatMap(({ nr, at }): readonly Shape[] => {
    const port = `${id}/port/${nr}`;
    const word = wordOf(moment, node!, nr, room);
    if (moment.view.detail === "far") return farTab(moment, port, at, word, pitch);
    const w = Math.max(Math.min(LEAST_WIDE, room), widthOf(word, SMALL, "ui") + MARGIN);
    const [x, y] = at;
    const [left, top] = isDown ? [x - w / 2, y] : [x, y - TAB_HEIGHT / 2];
    return [
      { kind: "box", id: port, z: Z.tab, x: left, y: top, w, h: TAB_HEIGHT, radius: 4,
        fill: "paper", stroke: "node-line", width: 1 },
      plain(`${port}/name`, Z.tab + 1, left + w / 2, top + TAB_HEIGHT / 2, word, SMALL, "label",
        { anchor: "middle" }),
    ];
  });
}
