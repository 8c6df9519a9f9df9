// The graph: the scene of (run, cursor, view) on the stage.

import { byId } from "../app/dom.ts";
import { attention, beforeBackward, foundBoxes, scene } from "../drawing/scene.ts";
import { createStage, type Stage } from "../drawing/stage.ts";
import {
  entering, findingOnStage, isStale, sheetNow, themeOf, typeOf, viewOf, type State,
} from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { createLegend } from "./legend.ts";
import { keysOf } from "../drawing/sheet.ts";
import { frameAt, passAt } from "../model/timeline.ts";
import { stepOf } from "../model/step-navigation.ts";

function draw(stage: Stage, state: State): void {
  const { run, cursor } = state;
  if (!run) return;
  const view = viewOf(state);
  const sheet = sheetNow(state);
  const found = sheet ? foundBoxes(run, frameAt(run, cursor), sheet, view.finding) : [];
  stage.draw((seen) => scene(run, cursor, view, seen), themeOf(state), found);
}

function steer(stage: Stage, state: State): void {
  const { run, look, selection, calm } = state;
  const sheet = sheetNow(state);
  if (!run || !sheet) return;
  if (look.how === "fit") stage.fit();
  else if (look.how === "action") stage.follow(!calm);
  else if (look.how === "in") stage.zoomBy(1.25);
  else if (look.how === "out") stage.zoomBy(0.8);
  else if (look.how === "sight") stage.look(look.sight);
  else if (look.how === "group") {
    stage.showGroup(keysOf(sheet.layout).indexOf(look.key), !calm);
  }
  else if (selection !== null) stage.lookAt(selection, !calm);
}

/** The canvas takes no focus: the boxes in words do, which have names. */
function unfocus(host: HTMLElement): void {
  for (const inner of host.querySelectorAll<HTMLElement>("[tabindex]")) inner.tabIndex = -1;
}

/** The stage; how to find a box of it on the screen is returned. */
export function showPicture(store: Store): Stage["placeOnScreen"] {
  const host = byId("stage", HTMLElement);
  const tellScales = createLegend();
  const stage = createStage(host, {
    selected: (selection) => store.send({ kind: "selectionChanged", selection }),
    hovered: (hover) => store.send({ kind: "hoverChanged", hover }),
    moved: (plane, offsets) => store.send({ kind: "boxesMoved", plane, offsets }),
    folded: (key, folded) => store.send({ kind: "groupsFolded", keys: [key], folded }),
    entered: (key) => {
      const change = entering(store.state, key);
      if (change) store.send(change);
    },
    zoomed: (zoom) => store.send({ kind: "zoomChanged", ...zoom }),
    steered: (sight, part) => store.send({ kind: "cameraSteered", sight, part }),
    drawn: (shapes) => tellScales(shapes, store.state),
    sized: (size, shape) => store.send({ kind: "stageSizeChanged", size, shape }),
  });
  Object.assign(host, { scene: stage.scene }); // for the tests that judge what is drawn
  unfocus(host);
  // Before the sheet changes with it: no hand of the viewer takes the camera then.
  store.watch((s) => [s.led], ({ led, calm }) => stage.lead(led?.view.part ?? null, !calm));
  store.watch(
    (s) => [s.run, sheetNow(s), s.offsets],
    (state) => {
      const sheet = sheetNow(state);
      if (sheet) stage.show(sheet, viewOf(state).offsets);
    },
  );
  store.watch(
    (s) => [s.run, s.stops, stepOf(s.stops, s.cursor), sheetNow(s)],
    ({ run, stops, cursor, calm }) => {
      const pass = run?.passes[passAt(run, cursor)];
      if (run && pass) {
        stage.attend(attention(run, stops, cursor), beforeBackward(run, pass), !calm);
      }
    },
  );
  store.watch((s) => [s.selection], ({ selection, calm }) => stage.choose(selection, !calm));
  store.watch((s) => [typeOf(s)], (state) => stage.magnify(typeOf(state)));
  store.watch((s) => [isStale(s)], (state) => host.classList.toggle("is-stale", isStale(state)));
  store.watch((s) => [s.look], (state) => steer(stage, state));
  const ofGroups = document.querySelectorAll<HTMLElement>(
    ":is([data-action=fold], [data-action=outline])");
  store.watch((s) => [sheetNow(s)?.layout], (state) => {
    for (const each of ofGroups) each.hidden = !sheetNow(state)?.layout.groups.length;
  });
  store.watch(
    (s) => [
      s.run, s.cursor, s.selection, s.hover, findingOnStage(s), s.language, s.detail, s.scale,
      s.calm, typeOf(s), s.gradients, s.offsets, s.theme, s.machine, sheetNow(s),
    ],
    (state) => draw(stage, state),
  );
  return stage.placeOnScreen;
}
