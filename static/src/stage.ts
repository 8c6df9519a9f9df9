// The stage: vis-network as camera and hit test, our painter for everything that is seen.

import { Network } from "vis-network";
import type { Layout, Run } from "./run.ts";
import type { Offsets, Selection, Shape, View } from "./scene.ts";
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
  moved(offsets: Offsets): void;
  /** The detail that the zoom allows changed. */
  zoomed(detail: View["detail"]): void;
  /** The camera follows the action from now on, or the viewer has taken it. */
  steered(follows: boolean): void;
}

export interface Stage {
  /** Put the boxes of a pass on stage. */
  show(run: Run, pass: number, offsets?: Offsets): void;
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
  destroy(): void;
}

/** What is on stage now. */
interface Act {
  layout: Layout;
  boxes: readonly string[];
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

/** A stage in a container that has a size; it owns everything inside. */
export function createStage(container: HTMLElement, reports: StageReports): Stage {
  const network = new Network(container, dataOf(EMPTY, NOTHING), optionsOf(EMPTY));
  const act: Act =
    { layout: EMPTY, boxes: [], offsets: NOTHING, focus: [], shapes: [], theme: "light" };
  const camera = createCamera(container, network, act, reports);
  listenTo(network, act, camera, reports);
  const map = createMinimap(container, camera.panTo);
  network.on("afterDrawing", () => map.draw(act, camera.seen(), THEMES[act.theme]));
  const sized = new ResizeObserver(() => camera.resized());
  sized.observe(container);
  return {
    show(run, pass, offsets = NOTHING) {
      if (changeScene(network, act, run, pass, offsets)) camera.opened();
    },
    draw(shapes, theme) {
      Object.assign(act, { shapes, theme });
      network.redraw();
    },
    attend(boxes, glides) {
      act.focus = boxes.map((id) => act.boxes.indexOf(id)).filter((box) => box >= 0);
      camera.attend(glides);
    },
    follow: camera.follow,
    fit: camera.fit,
    zoomBy: camera.zoomBy,
    lookAt(what, glides) {
      const box = act.boxes.indexOf(what);
      if (box >= 0) camera.lookAt(box, glides);
    },
    destroy() {
      sized.disconnect();
      camera.destroy();
      network.destroy();
    },
  };
}

/** Put the boxes of a pass on stage; whether its layout is another one than before. */
function changeScene(
  network: Network, act: Act, run: Run, pass: number, offsets: Offsets,
): boolean {
  const { layout: index, boxes } = run.passes[pass]!;
  const layout = run.layouts[index]!;
  act.boxes = boxes;
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
  network.on("dragStart", ({ nodes }: Pointed) => {
    if (nodes.length === 0) camera.taken();
  });
  network.on("zoom", () => {
    camera.taken();
    camera.judge();
  });
}
