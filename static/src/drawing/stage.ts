// The stage: vis-network as camera and hit test, our painter for everything that is seen.

import { Network } from "vis-network";
import { edgeIn } from "../model/edges.ts";
import { pointOn, type Rect } from "./geometry.ts";
import type { Bearing, Layout } from "../model/run.ts";
import type { Offsets, Selection, Shape, TextShape } from "./scene.ts";
import { aroundOf, boxChosen, type Plane, type Sheet, type StageSize } from "./sheet.ts";
import { createCamera, type Camera, type CameraReports } from "./stage/camera.ts";
import { rectOf } from "./stage/extent.ts";
import { freeSize, takenRoom } from "./stage/free-room.ts";
import { createMinimap } from "./stage/minimap.ts";
import { dataOf, middleOf, optionsOf } from "./stage/vis-nodes.ts";
import { drawnSize } from "./stage/parts.ts";
import { hoverEdges, listenTo } from "./stage/pointing.ts";
import { bubbleIn, createShown, type Picture, type Shown } from "./stage/shown.ts";
import { union } from "./stage/viewpoint.ts";
import { THEMES, type ThemeName } from "./theme.ts";

export { shapesToSvg } from "./stage/svg.ts";

/** What the stage tells: ids as in `Pass.boxes`. */
export interface StageReports extends CameraReports {
  /** A box (or nothing) was clicked. */
  selected(what: Selection): void;
  hovered(what: Selection): void;
  /** A box was dragged: all offsets of the layout on stage. */
  moved(plane: Plane, offsets: Offsets): void;
  /** The knob of a group was pressed. */
  folded(key: string, folded: boolean): void;
  /** A folded group was pressed twice: the viewer wants to go in. */
  entered(key: string): void;
  /** These shapes are drawn now: what can be seen, and what is near that. */
  drawn(shapes: readonly Shape[]): void;
  /** The stage has another size, and with it perhaps another way that a tape had better run. */
  sized(size: StageSize, shape: Bearing): void;
}

export interface Stage extends Pick<Camera, "fit" | "zoomBy" | "look" | "lead"> {
  /** Put a sheet on stage, its boxes as far from their places as they were dragged. */
  show(sheet: Sheet, offsets: Offsets): void;
  /** Draw this with the next frame of the screen, once; the map marks the boxes of findings. */
  draw(picture: Picture, theme: ThemeName, found: readonly number[]): void;
  /**
   * The moment is about these boxes: the camera has them in view, unless the viewer took it. Where
   * not all can be read at once, it shows what was there `before` the backward, if it can.
   */
  attend(boxes: readonly string[], before: readonly string[], glides: boolean): void;
  /** The camera follows the action again. */
  follow(glides: boolean): void;
  /** From now on letters must be so many times as large as usual. */
  magnify(type: number): void;
  /** Where a box, or the middle of an edge, is on the screen; null if it is not on stage. */
  placeOnScreen(what: string): Rect | null;
  /** What is drawn now, and where the camera looks. */
  scene(): StageScene;
  /** Show what is chosen: mark it in the minimap, and have it in view. */
  choose(what: Selection, glides: boolean): void;
  /** Bring a box into the middle, large enough to be read: an id as in `Pass.boxes`. */
  lookAt(what: string, glides: boolean): void;
  /** Show the frame of an open group, by its number in the layout. */
  showGroup(group: number, glides: boolean): void;
  destroy(): void;
}

/** All of the picture at a moment: `seen` is the part of the world that is on the screen. */
export interface StageScene {
  readonly shapes: readonly Shape[];
  readonly scale: number;
  readonly seen: Rect;
  /** The boxes that are folded groups: ids as in `Pass.boxes`. */
  readonly folded: readonly string[];
  /** The size in which a text is drawn, in pixels of the world. */
  sizeOf(text: TextShape): number;
}

/** What is on stage now. */
export interface Act {
  sheet: Sheet;
  plane: Plane;
  offsets: Offsets;
  /** Boxes that the moment is about. */
  focus: readonly number[];
  /** Boxes that are there when the backward begins. */
  before: ReadonlySet<number>;
  /** What is chosen; where it stands depends on the sheet. */
  chosen: Selection;
  found: readonly number[];
  /** Where a sentence stands beside what is to blame. */
  bubble: Rect | null;
  type: number;
  shown: Shown;
  /** What is shown has changed, and is drawn with the next frame of the screen. */
  due: boolean;
  theme: ThemeName;
}

/** How high, by its width, a stage is whose tape had better run down; less will do on a phone. */
const UPRIGHT = { wide: 1.3, phone: 0.8 } as const;
const NARROW = 480;

const NOTHING: Offsets = new Map();
const EMPTY: Layout = {
  width: 0, height: 0, boxes: [], edges: [], down: { width: 0, height: 0, at: [], points: [] },
  groups: [], folded: null, picture: { nodes: [], edges: [], options: {} },
};
const BARE: Plane = {
  boxes: [], edges: [], frames: [], bounds: { x: 0, y: 0, w: 0, h: 0 },
  picture: EMPTY.picture,
};
const NO_SHEET: Sheet =
  { bearing: "right", layout: EMPTY, number: 0, source: EMPTY, compact: false,
    plane: BARE, ids: [], cast: [], boxOf: new Map() };

/** A stage in a container that has a size; it owns everything inside. */
export function createStage(container: HTMLElement, reports: StageReports): Stage {
  const network = new Network(container, dataOf(BARE, NOTHING), optionsOf(BARE));
  const act: Act =
    { sheet: NO_SHEET, plane: BARE, offsets: NOTHING, focus: [], before: new Set(),
      chosen: null, found: [], bubble: null, type: 1, shown: createShown(reports.drawn), due: false,
      theme: "light" };
  const camera = createCamera(container, network, act, reports);
  listenTo(network, act, camera, reports);
  hoverEdges(container, network, act, reports);
  const map = createMinimap(container, camera.panTo);
  network.on("afterDrawing", () => {
    if (act.due) return;
    map.draw(act, camera.seen(), THEMES[act.theme]);
    camera.tell();
  });
  network.on("zoom", map.wanted);
  network.on("dragging", ({ nodes }: { readonly nodes: readonly number[] }) => {
    if (nodes.length === 0) map.wanted();
  });
  const follow = followSize(container, camera);
  const frame = ownFrames(network, act, () => {
    follow();
    const bubble = bubbleIn(act.shown.within(camera.seen()));
    const isNew = bubble?.x !== act.bubble?.x || bubble?.y !== act.bubble?.y;
    act.bubble = bubble;
    if (isNew) camera.attend(false);
    camera.settle();
  });
  const sized = new ResizeObserver(() => {
    const { clientWidth: w, clientHeight: h } = container;
    if (w === 0 || h === 0) return;
    const free = freeSize(container, takenRoom(container));
    reports.sized({ w: Math.floor(free.w / 20) * 20, h: Math.floor(free.h / 20) * 20 },
      h > w * UPRIGHT[w < NARROW ? "phone" : "wide"] ? "down" : "right");
    follow();
  });
  sized.observe(container);
  return {
    show(sheet, offsets) {
      const before = { ...act };
      if (sheet.plane !== act.plane) follow();
      if (!changeScene(network, act, sheet, offsets)) return;
      if (isTwin(before.sheet, sheet)) camera.carried(before.plane, before.offsets);
      else camera.opened();
    },
    draw(picture, theme, found) {
      act.shown.replace(picture);
      Object.assign(act, { theme, found });
      frame();
    },
    attend(boxes, before, glides) {
      const found = (ids: readonly string[]) => ids.flatMap((id) => act.sheet.boxOf.get(id) ?? []);
      Object.assign(act, { focus: found(boxes), before: new Set(found(before)) });
      camera.attend(glides);
    },
    follow: camera.follow,
    magnify(type) {
      if (type === act.type) return;
      act.type = type;
      camera.magnified();
    },
    placeOnScreen: (what) => placeOnScreen(container, network, act, what),
    scene: () => ({ shapes: act.shown.all(), scale: network.getScale(), seen: camera.seen(),
      sizeOf: (text) => drawnSize(text, network.getScale()),
      folded: act.sheet.ids.filter((_, i) => act.sheet.plane.boxes[i]!.group !== null) }),
    fit: camera.fit,
    zoomBy: camera.zoomBy,
    choose(what, glides) {
      act.chosen = what;
      const box = boxChosen(act.sheet, what);
      if (box !== undefined) camera.reveal(box, glides);
    },
    lookAt(what, glides) {
      const box = act.sheet.boxOf.get(what);
      if (box !== undefined) camera.lookAt(box, glides);
    },
    showGroup(group, glides) {
      const rect = act.plane.frames.find((one) => one.group === group) ?? boxesOf(act, group);
      if (rect) camera.showRect(rect, glides);
    },
    look: camera.look,
    lead: camera.lead,
    destroy() {
      sized.disconnect();
      camera.destroy();
      network.destroy();
    },
  };
}

/** Events by which vis-network draws, at once or soon; its types do not list them. */
const DRAWS = ["_redraw", "_requestRedraw"] as unknown as readonly Parameters<Network["on"]>[0][];

/** Draws once in the next frame of the screen, after `prepare`, whoever of us or it wants that. */
function ownFrames(network: Network, act: Act, prepare: () => void): () => void {
  const want = (): void => {
    if (act.due) return;
    act.due = true;
    requestAnimationFrame(() => {
      prepare();
      act.due = false;
      network.redraw();
    });
  };
  for (const event of DRAWS) {
    network.off(event);
    network.on(event, want);
  }
  return want;
}

/** The rectangle around the boxes of a group, where it has no frame. */
function boxesOf({ sheet, plane, offsets }: Act, group: number): Rect | undefined {
  const around = aroundOf(sheet.layout);
  const [first, ...others] = sheet.cast.flatMap((id, box) =>
    (around[box]!.includes(group) ? sheet.boxOf.get(id) ?? [] : []))
    .map((box) => rectOf(plane, offsets, box));
  return first && others.reduce(union, first);
}

/**
 * Has the camera follow the size of the container before vis-network does: with each redraw and
 * each set of options that would fit its canvas to the container, and scale the picture along.
 */
function followSize(container: HTMLElement, camera: Camera): () => void {
  let [width, height] = [0, 0];
  return () => {
    const { clientWidth: w, clientHeight: h } = container;
    if (w === 0 || h === 0 || (w === width && h === height)) return;
    [width, height] = [w, h];
    camera.resized();
  };
}

/** A rectangle of the world in pixels of the screen. */
function placeOnScreen(
  container: HTMLElement, network: Network, act: Act, what: string,
): Rect | null {
  const box = boxChosen(act.sheet, what);
  const edge = edgeIn(what);
  const line = edge && act.plane.edges.find((one) =>
    one.edge === edge.edge && act.sheet.cast[one.consumer] === edge.node);
  const [x, y] = line ? pointOn(line.points, 0.5) : [0, 0];
  const rect = line ? { x, y, w: 0, h: 0 }
    : box === undefined ? null : rectOf(act.plane, act.offsets, box);
  if (!rect) return null;
  const { left, top } = container.getBoundingClientRect();
  const from = network.canvasToDOM({ x: rect.x, y: rect.y });
  const scale = network.getScale();
  return { x: left + from.x, y: top + from.y, w: rect.w * scale, h: rect.h * scale };
}

/** Do two sheets show the same boxes of one layout, compact or not, in rows of any length? */
function isTwin(one: Sheet, other: Sheet): boolean {
  return one.source === other.source && one.bearing === other.bearing
    && one.plane.boxes.length === other.plane.boxes.length
    && one.plane.boxes.every(({ group }, i) => group === other.plane.boxes[i]!.group);
}

/** Put a sheet on stage; whether its layout is another one than before. */
function changeScene(network: Network, act: Act, sheet: Sheet, offsets: Offsets): boolean {
  const { plane } = sheet;
  act.sheet = sheet;
  // What is being dragged here is in its place already.
  if (plane === act.plane && offsets === act.offsets) return false;
  if (plane === act.plane) {
    plane.boxes.forEach((_, box) => network.moveNode(box, ...middleOf(plane, box, offsets)));
    act.offsets = offsets;
    return false;
  }
  const options = [act.plane, plane].map((one) => JSON.stringify(one.picture.options));
  Object.assign(act, { plane, offsets, focus: [] });
  // They would have each plate of the plane before look at its label again.
  if (options[0] !== options[1]) network.setOptions(optionsOf(plane));
  const sight = { scale: network.getScale(), position: network.getViewPosition() };
  network.setData(dataOf(plane, offsets));
  // It fits new data to its canvas, which is the camera's to do.
  network.moveTo({ ...sight, animation: false });
  return true;
}
