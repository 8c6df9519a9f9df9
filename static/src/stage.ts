// The stage: vis-network as camera and hit test, our painter for everything that is seen.

import { Network } from "vis-network";
import type { Bearing, Layout } from "./run.ts";
import type { Offsets, Selection, Shape, View } from "./scene.ts";
import type { Sheet } from "./sheet.ts";
import { createCamera, type Camera } from "./stage/camera.ts";
import { createMinimap } from "./stage/minimap.ts";
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
  moved(layout: Layout, offsets: Offsets): void;
  /** The detail that the zoom allows changed. */
  zoomed(detail: View["detail"]): void;
  /** Where the viewer made the camera look, as a link says it; null: it follows the action. */
  steered(sight: string | null): void;
  /** The stage has another shape: the way that a tape had better run. */
  shaped(shape: Bearing): void;
}

export interface Stage {
  /** Put a sheet on stage, its boxes as far from their places as they were dragged. */
  show(sheet: Sheet, offsets: Offsets): void;
  /** Draw these shapes from now on. One redraw; no data set is touched. */
  draw(shapes: readonly Shape[], theme: ThemeName): void;
  /** The moment is about these boxes: the camera has them in view, unless the viewer took it. */
  attend(boxes: readonly string[], glides: boolean): void;
  /** The camera follows the action again. */
  follow(glides: boolean): void;
  /** Show the whole layout. */
  fit(): void;
  zoomBy(factor: number): void;
  /** Bring a box into the middle, large enough to be read: an id as in `Pass.boxes`. */
  lookAt(what: string, glides: boolean): void;
  /** Look as a link says. */
  look(sight: string): void;
  destroy(): void;
}

/** What is on stage now. */
interface Act {
  sheet: Sheet;
  layout: Layout;
  offsets: Offsets;
  /** Boxes that the moment is about. */
  focus: readonly number[];
  shapes: readonly Shape[];
  theme: ThemeName;
}

const NOTHING: Offsets = new Map();
const EMPTY: Layout = {
  width: 0, height: 0, boxes: [], edges: [], down: { width: 0, height: 0, at: [], points: [] },
  picture: { nodes: [], edges: [], options: {} },
};
const NO_SHEET: Sheet = { bearing: "right", layout: EMPTY, ids: [], boxOf: new Map() };

/** A stage in a container that has a size; it owns everything inside. */
export function createStage(container: HTMLElement, reports: StageReports): Stage {
  const network = new Network(container, dataOf(EMPTY, NOTHING), optionsOf(EMPTY));
  const act: Act =
    { sheet: NO_SHEET, layout: EMPTY, offsets: NOTHING, focus: [], shapes: [], theme: "light" };
  const camera = createCamera(container, network, act, reports);
  listenTo(network, act, camera, reports);
  const map = createMinimap(container, camera.panTo);
  network.on("afterDrawing", () => {
    map.draw(act, camera.seen(), THEMES[act.theme]);
    camera.tell();
  });
  const sized = new ResizeObserver(() => {
    const { clientWidth: w, clientHeight: h } = container;
    if (w > 0 && h > 0) reports.shaped(h > w ? "down" : "right");
    camera.resized();
  });
  sized.observe(container);
  return {
    show(sheet, offsets) {
      if (changeScene(network, act, sheet, offsets)) camera.opened();
    },
    draw(shapes, theme) {
      Object.assign(act, { shapes, theme });
      network.redraw();
    },
    attend(boxes, glides) {
      act.focus = boxes.flatMap((id) => act.sheet.boxOf.get(id) ?? []);
      camera.attend(glides);
    },
    follow: camera.follow,
    fit: camera.fit,
    zoomBy: camera.zoomBy,
    lookAt(what, glides) {
      const box = act.sheet.boxOf.get(what);
      if (box !== undefined) camera.lookAt(box, glides);
    },
    look: camera.look,
    destroy() {
      sized.disconnect();
      camera.destroy();
      network.destroy();
    },
  };
}

/** Put a sheet on stage; whether its layout is another one than before. */
function changeScene(network: Network, act: Act, sheet: Sheet, offsets: Offsets): boolean {
  const { layout } = sheet;
  act.sheet = sheet;
  if (layout === act.layout) return false;
  Object.assign(act, { layout, offsets, focus: [] });
  network.setOptions(optionsOf(layout));
  network.setData(dataOf(layout, offsets));
  return true;
}

interface Pointed {
  readonly nodes: readonly number[];
}

/** Wire vis-network's events: its canvas hook to the painter, its pointer to the reports. */
function listenTo(network: Network, act: Act, camera: Camera, reports: StageReports): void {
  const standing = (box: number | undefined): Selection =>
    box === undefined ? null : act.sheet.ids[box] ?? null;
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
    reports.moved(act.layout, act.offsets);
  });
  network.on("dragStart", ({ nodes }: Pointed) => {
    if (nodes.length === 0) camera.taken();
  });
  network.on("zoom", () => {
    camera.taken();
    camera.judge();
  });
}
