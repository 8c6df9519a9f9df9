// The stage: vis-network as camera and hit test, our painter for everything that is seen.

import { Network } from "vis-network";
import type { Rect } from "./geometry.ts";
import type { Layout, Run } from "./run.ts";
import type { Offsets, Selection, Shape, View } from "./scene.ts";
import { paint } from "./stage/paint.ts";
import { dataOf, middleOf, optionsOf } from "./stage/plates.ts";
import { THEMES, type ThemeName } from "./theme.ts";

export { shapesToSvg } from "./stage/svg.ts";

/** What the stage tells: ids as in `Pass.boxes`. */
export interface StageReports {
  /** A box (or nothing) was clicked. */
  selected(what: Selection): void;
  hovered(what: Selection): void;
  /** A box was dragged: all offsets of the layout on stage. */
  moved(offsets: Offsets): void;
  /** The detail that the zoom allows changed. */
  zoomed(detail: View["detail"]): void;
}

export interface Stage {
  /** Put the boxes of a pass on stage; the camera fits them when the layout is another one. */
  show(run: Run, pass: number, offsets?: Offsets): void;
  /** Draw these shapes from now on. One redraw; no data set is touched. */
  draw(shapes: readonly Shape[], theme: ThemeName): void;
  /** Show the whole layout. */
  fit(): void;
  zoomBy(factor: number): void;
  /** Bring a box into the middle: an id as in `Pass.boxes`, or a tensor that such a node made. */
  panTo(what: string): void;
  destroy(): void;
}

interface Act {
  readonly layout: Layout;
  readonly boxes: readonly string[];
}

/** Room around the boxes: tabs on the left, waiting lozenges on the right. */
const MARGIN = { left: 64, right: 112, top: 32, bottom: 40 };
const LARGEST_FIT = 1.6;
const SMALLEST_FIT = 0.08;
const LEAST_SCALE = 0.05;
const MOST_SCALE = 4;
/** Names only below the first scale, everything above the second. */
const FAR_BELOW = 0.4;
const NEAR_ABOVE = 0.46;
const NOTHING: Offsets = new Map();
const EMPTY: Layout = { width: 0, height: 0, boxes: [], edges: [],
  picture: { nodes: [], edges: [], options: {} } };

function extentOf(layout: Layout, offsets: Offsets): Rect {
  const rects = layout.boxes.map(({ w, h }, i) => {
    const [x, y] = middleOf(layout, i, offsets);
    return { left: x - w / 2, top: y - h / 2, right: x + w / 2, bottom: y + h / 2 };
  });
  const left = Math.min(0, ...rects.map((r) => r.left)) - MARGIN.left;
  const top = Math.min(0, ...rects.map((r) => r.top)) - MARGIN.top;
  const right = Math.max(layout.width, ...rects.map((r) => r.right)) + MARGIN.right;
  const bottom = Math.max(layout.height, ...rects.map((r) => r.bottom)) + MARGIN.bottom;
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** A stage in a container that has a size; it owns everything inside. */
export function createStage(container: HTMLElement, reports: StageReports): Stage {
  const network = new Network(container, dataOf(EMPTY, NOTHING), optionsOf(EMPTY));
  const scenery = { shapes: [] as readonly Shape[], theme: "light" as ThemeName };
  let act: Act = { layout: EMPTY, boxes: [] };
  let offsets: Offsets = NOTHING;
  let detail: View["detail"] = "near";

  const standing = (box: unknown): Selection => act.boxes[Number(box)] ?? null;

  const judgeDetail = (): void => {
    const scale = network.getScale();
    const next = scale < FAR_BELOW ? "far" : scale > NEAR_ABOVE ? "near" : detail;
    if (next === detail) return;
    detail = next;
    reports.zoomed(detail);
  };

  const fit = (): void => {
    const { x, y, w, h } = extentOf(act.layout, offsets);
    const room = Math.min(container.clientWidth / w, container.clientHeight / h);
    const scale = Math.max(SMALLEST_FIT, Math.min(LARGEST_FIT, room));
    network.moveTo({ position: { x: x + w / 2, y: y + h / 2 }, scale, animation: false });
    judgeDetail();
  };

  listen(network, {
    paint: (context) => {
      const from = network.DOMtoCanvas({ x: 0, y: 0 });
      const to = network.DOMtoCanvas({ x: container.clientWidth, y: container.clientHeight });
      const seen = { x: from.x, y: from.y, w: to.x - from.x, h: to.y - from.y };
      paint(context, scenery.shapes, THEMES[scenery.theme], seen, network.getScale());
    },
    clicked: (box) => reports.selected(box === undefined ? null : standing(box)),
    entered: (box) => reports.hovered(standing(box)),
    left: () => reports.hovered(null),
    dragged: (box) => {
      const at = network.getPosition(box);
      const home = act.layout.boxes[box];
      if (!home) return;
      offsets = new Map(offsets).set(box, [at.x - home.x, at.y - home.y]);
      reports.moved(offsets);
    },
    zoomed: () => {
      keepInBounds(network);
      judgeDetail();
    },
  });

  return {
    show(run, pass, given = NOTHING) {
      const { layout: index, boxes } = run.passes[pass]!;
      const layout = run.layouts[index]!;
      const isSame = layout === act.layout;
      act = { layout, boxes };
      if (isSame) return;
      offsets = given;
      network.setOptions(optionsOf(layout));
      network.setData(dataOf(layout, offsets));
      fit();
    },
    draw(shapes, theme) {
      Object.assign(scenery, { shapes, theme });
      network.redraw();
    },
    fit,
    zoomBy(factor) {
      network.moveTo({ scale: network.getScale() * factor, animation: false });
      keepInBounds(network);
      judgeDetail();
    },
    panTo(what) {
      const box = act.boxes.indexOf(what);
      if (box < 0) return;
      const [x, y] = middleOf(act.layout, box, offsets);
      network.moveTo({ position: { x, y }, scale: network.getScale(), animation: false });
    },
    destroy: () => network.destroy(),
  };
}

function keepInBounds(network: Network): void {
  const scale = network.getScale();
  const kept = Math.max(LEAST_SCALE, Math.min(MOST_SCALE, scale));
  if (kept !== scale) network.moveTo({ scale: kept, animation: false });
}

interface Ears {
  paint(context: CanvasRenderingContext2D): void;
  clicked(box: number | undefined): void;
  entered(box: number): void;
  left(): void;
  dragged(box: number): void;
  zoomed(): void;
}

interface Pointed {
  readonly nodes: readonly number[];
}

function listen(network: Network, ears: Ears): void {
  network.on("beforeDrawing", (context: CanvasRenderingContext2D) => ears.paint(context));
  network.on("click", ({ nodes }: Pointed) => ears.clicked(nodes[0]));
  network.on("hoverNode", ({ node }: { node: number }) => ears.entered(node));
  network.on("blurNode", () => ears.left());
  network.on("dragging", ({ nodes }: Pointed) => {
    if (nodes[0] !== undefined) ears.dragged(nodes[0]);
  });
  network.on("zoom", () => ears.zoomed());
}
