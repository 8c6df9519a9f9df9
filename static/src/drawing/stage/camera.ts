// The camera: what part of a layout is seen, and how much detail that scale allows.

import type { Network } from "vis-network";
import type { Rect } from "../geometry.ts";
import type { Part } from "../../model/class-view.ts";
import type { Point } from "../../model/run.ts";
import type { Offsets } from "../scene.ts";
import type { Plane } from "../sheet.ts";
import { createPartSeen, sightOfPart } from "./class-part.ts";
import { freeSize, seenBy, takenRoom } from "./free-room.ts";
import { BESIDE, extentBefore, extentOf, rectOf, type Subjects } from "./extent.ts";
import { createGlide, type Glide } from "./glide.ts";
import { middleOf } from "./vis-nodes.ts";
import {
  edgesOf, grown, isWordedWhole, leastScale, MOST_COMPACT, MOST_SCALE, readableScale, readSight,
  revealed, sightOf, union, usualOf, wholeOf, writtenSight, type Room, type Sight,
} from "./viewpoint.ts";
import { zoomAt, type Zoom } from "./zoom.ts";

/** What the camera tells. */
export interface CameraReports {
  /** The scale changed, and with it perhaps the detail that it allows. */
  zoomed(zoom: Zoom): void;
  /**
   * Where the viewer made it look, as a link says it, null: it follows the action; and what part of
   * the picture it shows, null: the one that the class is shown.
   */
  steered(sight: string | null, part: Part | null): void;
}

export interface Camera {
  /** The rectangle of the world that is on the screen. */
  seen(): Rect;
  /** Another layout is on stage: a camera that was taken by hand comes back. */
  opened(): void;
  /** The same boxes stand elsewhere now, lower or higher: look at the same one. */
  carried(before: Plane, offsets: Offsets): void;
  /**
   * The moment is about other boxes: have them in view, unless the viewer has taken it; with the
   * next frame, because to measure amid changes of the page would have it laid out twice.
   */
  attend(glides: boolean): void;
  /** Do what `attend` has put off. */
  settle(): void;
  /** Letters have another size: find the scale anew. */
  magnified(): void;
  /** Follow the action again. */
  follow(glides: boolean): void;
  /** Show the whole layout. */
  fit(): void;
  /** The container has another size; so has the canvas from now on. */
  resized(): void;
  zoomBy(factor: number): void;
  /** Look at a place of the world. */
  panTo(place: Point): void;
  /** Have a box in view, moving no further than that takes. */
  reveal(box: number, glides: boolean): void;
  /** Look at one box, so near that it can be read. */
  lookAt(box: number, glides: boolean): void;
  /** Show a part of the world, as large as is usual and it fits. */
  showRect(rect: Rect, glides: boolean): void;
  /** The viewer moved it by hand. */
  taken(): void;
  /** Look as a link says. */
  look(sight: string): void;
  /** Show the part that the class is shown, until the viewer looks elsewhere; null: no more. */
  lead(part: Part | null, glides: boolean): void;
  /** Tell where it looks, when that is another place than before. */
  tell(): void;
  /** Keep the scale in bounds, and tell when the detail that it allows is another. */
  judge(): void;
  destroy(): void;
}

/** What the camera does of itself: keep the action, the whole or a part in view, or nothing. */
type Mode = "follow" | "whole" | "led" | "hand";

interface Memory {
  zoom: Zoom;
  mode: Mode;
  /** The layout is new: what comes next is no movement but a beginning. */
  isFresh: boolean;
  /** What was told last. */
  told: { readonly sight: string | null; readonly part: Part | null };
  /** The part that the class is shown. */
  part: Part | null;
  /** The box that a hand made it look at, and nothing else since. */
  looked: number | null;
  /** The sight of a link, as long as the viewer has looked nowhere else. */
  linked: Sight | null;
}

/** What the camera does of itself, and what a hand makes it do. */
interface Pilot {
  tell(): void;
  turnTo(mode: Mode): void;
  attend(glides: boolean): void;
  renew(): void;
  fit(): void;
  byHand(sight: Sight, glides: boolean): void;
}

function createPilot(
  room: () => Room, subjects: Subjects, glide: Glide, memory: Memory, reports: CameraReports,
  partSeen: (sight: Sight) => Part | null,
): Pilot {
  const world = (): Rect => extentOf(subjects);
  const tell = (): void => {
    const { mode, told } = memory;
    const sight = mode === "whole" ? "whole" : mode === "follow" ? null
      : writtenSight(glide.goal());
    const part = mode === "led" ? null : partSeen(glide.goal());
    if (sight === told.sight && part === told.part) return;
    memory.told = { sight, part };
    reports.steered(sight, part);
  };
  const turnTo = (mode: Mode): void => {
    memory.mode = mode;
    tell();
  };
  return {
    tell,
    turnTo,
    attend(glides) {
      if (subjects.plane.boxes.length === 0) return;
      if (memory.mode !== "follow" && memory.mode !== "led") return;
      const part = memory.mode === "led" ? memory.part : null;
      // Where the picture is another already, the action is seen until its part is told.
      const shown = part && sightOfPart(subjects, part, room());
      if (shown) {
        glide.to(shown, glides && !memory.isFresh);
        memory.isFresh = false;
        return;
      }
      const { plane, offsets, focus, sheet, bubble } = subjects;
      const bare = focus.map((box) => rectOf(plane, offsets, box));
      const rects = bare.map((rect, i) =>
        grown(rect, edgesOf(plane.boxes[focus[i]!]!.kind, sheet.bearing)));
      const told = bubble ? [grown(bare[0] ? union(bare[0], bubble) : bubble, BESIDE)] : [];
      const sight = sightOf(room(), world(), [...told, ...rects],
        memory.isFresh ? null : glide.goal(), extentBefore(subjects));
      glide.to(sight, glides && !memory.isFresh);
      memory.isFresh = false;
    },
    renew() {
      memory.isFresh = true;
    },
    fit() {
      turnTo(isWordedWhole(room(), world()) ? "follow" : "whole");
      glide.to(wholeOf(room(), world()), false);
    },
    byHand(sight, glides) {
      Object.assign(memory, { looked: null, linked: null });
      glide.to(sight, glides);
      turnTo("hand");
    },
  };
}

export function createCamera(
  container: HTMLElement, network: Network, subjects: Subjects, reports: CameraReports,
): Camera {
  const memory: Memory = {
    zoom: { detail: "near", scale: 1 }, mode: "follow", isFresh: true, looked: null,
    linked: null, told: { sight: null, part: null }, part: null };
  const judge = (): void =>
    judgeScale(network, memory, reports, leastScale(room(), extentOf(subjects)),
      subjects.type);
  let taken = takenRoom(container);
  const aside = (): Point => [(taken.left - taken.right) / 2, (taken.top - taken.bottom) / 2];
  const glide = createGlide(network, aside, judge);
  const room = (): Room => ({ ...freeSize(container, taken), type: subjects.type,
    ...(subjects.sheet.compact ? { most: MOST_COMPACT * subjects.type } : {}) });
  const measuredRoom = (): Room => {
    taken = takenRoom(container);
    return room();
  };
  const pilot = createPilot(measuredRoom, subjects, glide, memory, reports,
    createPartSeen(subjects, room));
  const { turnTo, fit, byHand } = pilot;
  let putOff: { readonly glides: boolean } | null = null;
  const attend = (glides: boolean): void => {
    putOff = null;
    pilot.attend(glides);
  };
  const settle = (): void => {
    if (putOff) attend(putOff.glides);
  };
  /** Does it look by itself at what a moment is about, or at what a class is shown? */
  const isAttending = (): boolean => memory.mode === "follow" || memory.mode === "led";
  const lookAt = (box: number, glides: boolean): void => {
    const [x, y] = middleOf(subjects.plane, box, subjects.offsets);
    byHand({ x, y, scale: Math.max(glide.now().scale, readableScale(room())) }, glides);
    memory.looked = box;
  };
  return {
    seen() {
      settle();
      return seenBy(container, network);
    },
    opened() {
      Object.assign(memory, { isFresh: true, looked: null, linked: null });
      if (memory.mode === "whole") fit();
      else if (memory.mode !== "led") turnTo("follow");
    },
    carried(before, offsets) {
      if (isAttending()) memory.isFresh = true;
      else if (memory.mode === "whole") fit();
      else if (memory.linked !== null) glide.to(memory.linked, false);
      else glide.carry((place) => carriedPlace(place, before, offsets, subjects));
    },
    attend: (glides) => void (putOff = { glides }),
    settle,
    magnified() {
      pilot.renew();
      attend(false);
    },
    follow(glides) {
      turnTo("follow");
      attend(glides);
    },
    fit,
    resized() {
      const before = glide.goal();
      network.setSize("100%", "100%");
      if (memory.mode === "whole") fit();
      else if (isAttending()) attend(false);
      else if (memory.looked !== null) lookAt(memory.looked, false);
      else glide.to(memory.linked ?? before, false);
      network.redraw();
    },
    zoomBy: (factor) => byHand({ ...glide.now(), scale: glide.now().scale * factor }, false),
    panTo: ([x, y]) => byHand({ ...glide.now(), x, y }, false),
    lookAt,
    showRect: (rect, glides) => byHand(usualOf(room(), grown(rect, BESIDE)), glides),
    reveal(box, glides) {
      settle();
      if (memory.mode === "led") return;
      const { plane, offsets, sheet } = subjects;
      const rect = grown(rectOf(plane, offsets, box),
        edgesOf(plane.boxes[box]!.kind, sheet.bearing));
      glide.to(revealed(room(), extentOf(subjects), rect, glide.goal()), glides);
    },
    taken() {
      Object.assign(memory, { looked: null, linked: null });
      glide.stop();
      turnTo("hand");
    },
    look(sight) {
      if (sight === "whole") fit();
      else {
        byHand(readSight(sight), false);
        memory.linked = readSight(sight);
      }
    },
    lead(part, glides) {
      if (part !== null) {
        memory.part = part;
        turnTo("led");
        attend(glides);
      } else if (memory.mode === "led") {
        turnTo("hand");
      }
    },
    tell: pilot.tell,
    judge,
    destroy: glide.stop,
  };
}

/** Where a place comes to: it stays at the box that is nearest to it. */
function carriedPlace(
  [x, y]: Point, before: Plane, offsets: Offsets, { plane, offsets: now }: Subjects,
): Point {
  let [nearest, least] = [0, Infinity];
  before.boxes.forEach((_, box) => {
    const [a, b] = middleOf(before, box, offsets);
    const distance = Math.hypot(a - x, b - y);
    if (distance < least) [nearest, least] = [box, distance];
  });
  const [from, to] = [middleOf(before, nearest, offsets), middleOf(plane, nearest, now)];
  return [x + to[0] - from[0], y + to[1] - from[1]];
}

function judgeScale(
  network: Network, memory: Memory, reports: CameraReports, least: number, type: number,
): void {
  const scale = network.getScale();
  const kept = Math.max(least, Math.min(MOST_SCALE, scale));
  if (kept !== scale) network.moveTo({ scale: kept, animation: false });
  const zoom = zoomAt(kept, memory.zoom, type);
  if (zoom.detail === memory.zoom.detail && zoom.scale === memory.zoom.scale) return;
  memory.zoom = zoom;
  reports.zoomed(zoom);
}
