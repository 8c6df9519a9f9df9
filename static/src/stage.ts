// The stage: vis-network as camera and hit test, our painter for everything that is seen.

import { Network } from "vis-network";
import type { Layout, Run } from "./run.ts";
import type { Offsets, Selection, Shape, View } from "./scene.ts";
import { createCamera, type Camera } from "./stage/camera.ts";
import { paint } from "./stage/paint.ts";
import { dataOf, optionsOf } from "./stage/plates.ts";
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
  /** Bring a box into the middle: an id as in `Pass.boxes`. */
  panTo(what: string): void;
  destroy(): void;
}

/** What is on stage now. */
interface Act {
  layout: Layout;
  boxes: readonly string[];
  offsets: Offsets;
  shapes: readonly Shape[];
  theme: ThemeName;
}

const NOTHING: Offsets = new Map();
const EMPTY: Layout = { width: 0, height: 0, boxes: [], edges: [],
  picture: { nodes: [], edges: [], options: {} } };

/** A stage in a container that has a size; it owns everything inside. */
export function createStage(container: HTMLElement, reports: StageReports): Stage {
  const network = new Network(container, dataOf(EMPTY, NOTHING), optionsOf(EMPTY));
  const act: Act = { layout: EMPTY, boxes: [], offsets: NOTHING, shapes: [], theme: "light" };
  const camera = createCamera(container, network, reports.zoomed);
  listenTo(network, act, camera, reports);
  const fit = (): void => camera.fit(act.layout, act.offsets);
  const sized = new ResizeObserver(() => camera.resized(act.layout, act.offsets));
  sized.observe(container);
  return {
    show(run, pass, offsets = NOTHING) {
      const { layout: index, boxes } = run.passes[pass]!;
      const layout = run.layouts[index]!;
      act.boxes = boxes;
      if (layout === act.layout) return;
      Object.assign(act, { layout, offsets });
      network.setOptions(optionsOf(layout));
      network.setData(dataOf(layout, offsets));
      fit();
    },
    draw(shapes, theme) {
      Object.assign(act, { shapes, theme });
      network.redraw();
    },
    fit,
    zoomBy: camera.zoomBy,
    panTo(what) {
      const box = act.boxes.indexOf(what);
      if (box >= 0) camera.panTo(act.layout, box, act.offsets);
    },
    destroy() {
      sized.disconnect();
      network.destroy();
    },
  };
}

interface Pointed {
  readonly nodes: readonly number[];
}

/** Wire vis-network's events: its canvas hook to the painter, its pointer to the reports. */
function listenTo(network: Network, act: Act, camera: Camera, reports: StageReports): void {
  const standing = (box: number | undefined): Selection =>
    box === undefined ? null : act.boxes[box] ?? null;
  network.on("beforeDrawing", (context: CanvasRenderingContext2D) => {
    paint(context, act.shapes, THEMES[act.theme], camera.seen(), network.getScale());
  });
  network.on("click", ({ nodes }: Pointed) => reports.selected(standing(nodes[0])));
  network.on("hoverNode", ({ node }: { node: number }) => reports.hovered(standing(node)));
  network.on("blurNode", () => reports.hovered(null));
  network.on("dragging", ({ nodes: [box] }: Pointed) => {
    const home = box === undefined ? undefined : act.layout.boxes[box];
    if (box === undefined || !home) return;
    const at = network.getPosition(box);
    act.offsets = new Map(act.offsets).set(box, [at.x - home.x, at.y - home.y]);
    reports.moved(act.offsets);
  });
  network.on("dragEnd", ({ nodes }: Pointed) => {
    if (nodes.length === 0) camera.taken();
  });
  network.on("zoom", () => {
    camera.taken();
    camera.judge();
  });
}
