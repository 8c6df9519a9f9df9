// The graph: the scene of (run, cursor, view) on the stage, and the same boxes in words.

import { byId, el } from "../dom.ts";
import { mirrorOf, type MirrorLine } from "../mirror.ts";
import { attention, scene } from "../scene.ts";
import { createStage, type Stage } from "../stage.ts";
import { bearingOf, sheetNow, themeOf, viewOf, type State } from "../state.ts";
import type { Store } from "../store.ts";
import { frameAt, passAt } from "../timeline.ts";
import { stepOf } from "../transport.ts";

/** Draw on the next frame of the screen, once, however much happens before it. */
function drawSoon(store: Store, stage: Stage): () => void {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      const { state } = store;
      if (!state.run) return;
      stage.draw(scene(state.run, state.cursor, viewOf(state)), themeOf(state));
    });
  };
}

function steer(stage: Stage, { run, look, selection, calm }: State): void {
  if (!run) return;
  if (look.how === "fit") stage.fit();
  else if (look.how === "action") stage.follow(!calm);
  else if (look.how === "in") stage.zoomBy(1.25);
  else if (look.how === "out") stage.zoomBy(0.8);
  else if (look.how === "sight") stage.look(look.sight);
  else if (selection !== null) stage.lookAt(selection, !calm);
}

/** The canvas takes no focus: the boxes in words do, which have names. */
function unfocus(host: HTMLElement): void {
  for (const inner of host.querySelectorAll<HTMLElement>("[tabindex]")) inner.tabIndex = -1;
}

function showStage(store: Store): void {
  const host = byId("stage", HTMLElement);
  const stage = createStage(host, {
    selected: (selection) => store.send({ kind: "selected", selection }),
    hovered: (hover) => store.send({ kind: "hovered", hover }),
    moved: (layout, offsets) => store.send({ kind: "dragged", layout, offsets }),
    zoomed: (detail) => store.send({ kind: "zoomed", detail }),
    steered: (sight) => store.send({ kind: "steered", sight }),
    shaped: (shape) => store.send({ kind: "shaped", shape }),
  });
  unfocus(host);
  const draw = drawSoon(store, stage);
  store.watch(
    (s) => [s.run, sheetNow(s)],
    (state) => {
      const sheet = sheetNow(state);
      if (sheet) stage.show(sheet, viewOf(state).offsets);
    },
  );
  store.watch(
    (s) => [s.run, s.stops, stepOf(s.stops, s.cursor), sheetNow(s)],
    ({ run, stops, cursor, calm }) => {
      if (run) stage.attend(attention(run, stops, cursor), !calm);
    },
  );
  store.watch((s) => [s.look], (state) => steer(stage, state));
  store.watch(
    (s) => [
      s.run, s.cursor, s.selection, s.hover, s.language, s.detail, s.calm, s.offsets, s.theme,
      s.machine, bearingOf(s),
    ],
    draw,
  );
}

function lineElement({ id, words }: MirrorLine): HTMLElement {
  return el("li", {
    class: "mirror-box", role: "listitem", tabindex: -1, "data-box": id, text: words,
  });
}

/** Words of boxes that stay are changed in place, so that reader and focus keep their place. */
function renew(list: HTMLElement, lines: readonly MirrorLine[]): void {
  const standing = [...list.querySelectorAll<HTMLElement>(".mirror-box")];
  const known = new Map(standing.map((row) => [row.dataset["box"], row]));
  const rows = lines.map((line) => {
    const row = known.get(line.id);
    if (!row) return lineElement(line);
    if (row.textContent !== line.words) row.textContent = line.words;
    return row;
  });
  const isSame = rows.length === standing.length && rows.every((row, i) => row === standing[i]);
  if (!isSame) list.replaceChildren(...rows);
}

/** One row takes the Tab key: the selected one, else the first. */
function markRows(list: HTMLElement, selection: string | null): void {
  const rows = [...list.querySelectorAll<HTMLElement>(".mirror-box")];
  const chosen = rows.find((row) => row.dataset["box"] === selection);
  for (const row of rows) {
    row.setAttribute("aria-current", String(row === chosen));
    row.tabIndex = row === (chosen ?? rows[0]) ? 0 : -1;
  }
}

/** More rows are not written while the tape moves: nobody hears them, and it takes long. */
const MANY_ROWS = 100;
const REST_MS = 150;

/** Do it once nobody has asked for a moment. */
function atRest(act: () => void): () => void {
  let timer: number | undefined;
  return () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(act, REST_MS);
  };
}

const WAYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
};

function showMirror(store: Store): void {
  const list = byId("mirror", HTMLUListElement);
  const select = (row: Element | null | undefined): void => {
    const box = row instanceof HTMLElement ? row.dataset["box"] : undefined;
    if (box !== undefined) store.send({ kind: "selected", selection: box });
  };
  const write = (): void => {
    const { run, cursor, language, selection } = store.state;
    const at = Math.floor(cursor);
    renew(list, run ? mirrorOf(run, frameAt(run, at), at, language) : []);
    markRows(list, selection);
  };
  const writeAtRest = atRest(write);
  store.watch((s) => [s.run, Math.floor(s.cursor), s.language], ({ run, cursor }) => {
    const { length } = run?.passes[passAt(run, cursor)]?.boxes ?? [];
    if (length > MANY_ROWS) writeAtRest();
    else write();
  });
  store.watch((s) => [s.selection], ({ selection }) => markRows(list, selection));
  list.addEventListener("click", ({ target }) => {
    if (target instanceof Element) select(target.closest(".mirror-box"));
  });
  list.addEventListener("keydown", (event) => {
    const rows = [...list.querySelectorAll<HTMLElement>(".mirror-box")];
    const at = rows.findIndex((row) => row === document.activeElement);
    const to = WAYS[event.key]?.(at, rows.length - 1);
    if (to === undefined && event.key !== "Enter") return;
    event.preventDefault();
    const row = rows[to ?? at];
    select(row);
    row?.focus();
  });
}

export function showPicture(store: Store): void {
  showStage(store);
  showMirror(store);
}
