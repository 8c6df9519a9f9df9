// The strip: the whole run at a glance, with its phases and landmarks; scrub anywhere.

import { byId } from "../app/dom.ts";
import type { Run } from "../model/run.ts";
import { sentenceAt } from "../app/sentence.ts";
import { momentAt, momentsNow, stopOfMoment, themeOf, type State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { phaseWords } from "../words/phases.ts";
import { say } from "../words/strings.ts";
import { THEMES } from "../drawing/theme.ts";
import { phaseAt, phases } from "../model/timeline.ts";
import { cursorAt, placeOf, stepOf, stopNear } from "../model/step-navigation.ts";
import { lanesOf, MARGIN, type Paint } from "./strip/paint.ts";
import { drawPhases } from "./strip/phases.ts";
import { drawMoment, markedOn, SIGNS, SIGNS_Y, sparse } from "./strip/signs.ts";

/** The root's font size, where it is not a projector's. */
const USUAL = 16;

function drawStrip(canvas: HTMLCanvasElement, run: Run, state: State): void {
  const pen = canvas.getContext("2d");
  const { width, height } = canvas.getBoundingClientRect();
  if (!pen || width === 0) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  pen.scale(devicePixelRatio, devicePixelRatio);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = 1.5;
  const room = width - 2 * MARGIN;
  const type = parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL;
  const { language, stops } = state;
  const x = (cursor: number): number => MARGIN + placeOf(stops, cursor) * room;
  const theme = THEMES[themeOf(state)];
  const lanes = lanesOf(height, type);
  const paint: Paint = { pen, theme, language, width, type, lanes, x };
  drawPhases(paint, phases(run, stops));
  const marks = momentsNow(state).map((moment) => x(stopOfMoment(state, moment)));
  for (const { kind, at } of sparse(markedOn(run), x, marks)) SIGNS[kind](paint, x(at), SIGNS_Y);
  const here = momentAt(state)?.number;
  momentsNow(state).forEach(({ number }, i) =>
    drawMoment(paint, marks[i] ?? 0, number, number === here));
}

/** What the step at a cursor does, after the phase that it is in. */
function wordsAt(state: State, cursor: number): string {
  const { run, stops, language } = state;
  const sentence = sentenceAt(state, cursor);
  const phase = run && phaseWords(phaseAt(run, stops, cursor), language);
  return phase === null ? sentence : say(language, "inPhase", { phase, sentence });
}

/** The cursor under the pointer. */
function cursorUnder(strip: HTMLElement, { stops }: State, clientX: number): number {
  const { left, width } = strip.getBoundingClientRect();
  return cursorAt(stops, (clientX - left - MARGIN) / Math.max(width - 2 * MARGIN, 1));
}

function listen(store: Store, strip: HTMLElement): void {
  const scrub = (event: PointerEvent): void => {
    store.send({ kind: "cursorMoved", cursor: cursorUnder(strip, store.state, event.clientX) });
  };
  strip.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !store.state.run) return;
    strip.setPointerCapture(event.pointerId);
    store.send({ kind: "playPaused" });
    scrub(event);
  });
  strip.addEventListener("pointermove", (event) => {
    if (strip.hasPointerCapture(event.pointerId)) scrub(event);
  });
  strip.addEventListener("lostpointercapture", () => {
    const { stops, cursor } = store.state;
    store.send({ kind: "cursorMoved", cursor: stopNear(stops, cursor) });
  });
}

/** The sentence of the moment under the pointer. */
function showHint(store: Store, strip: HTMLElement, hint: HTMLElement): void {
  strip.addEventListener("pointermove", (event) => {
    const { state } = store;
    if (!state.run || event.pointerType === "touch") return;
    const cursor = stopNear(state.stops, cursorUnder(strip, state, event.clientX));
    hint.textContent = wordsAt(state, cursor);
    hint.hidden = false;
    const { left, width } = strip.getBoundingClientRect();
    const from = event.clientX - left - hint.offsetWidth / 2;
    hint.style.left = `${Math.max(0, Math.min(from, width - hint.offsetWidth))}px`;
  });
  strip.addEventListener("pointerleave", () => {
    hint.hidden = true;
  });
}

export function showStrip(store: Store): void {
  const strip = byId("strip", HTMLElement);
  const [canvas, head, hint] = strip.children;
  if (!(canvas instanceof HTMLCanvasElement) || !(head instanceof HTMLElement)
    || !(hint instanceof HTMLElement)) throw new Error("The strip has lost its parts.");
  const draw = (): void => {
    if (store.state.run) drawStrip(canvas, store.state.run, store.state);
  };
  const place = (): void => {
    const { stops, cursor } = store.state;
    const along = MARGIN + placeOf(stops, cursor) * (strip.clientWidth - 2 * MARGIN);
    head.style.transform = `translateX(${along}px)`;
  };
  store.watch(
    (s) => [
      s.run, s.stops, s.language, s.theme, s.machine, momentsNow(s), momentAt(s),
      s.room?.projector,
    ],
    draw,
  );
  store.watch((s) => [s.stops, s.cursor], place);
  store.watch(
    (s) => [s.stops, stepOf(s.stops, s.cursor), s.language],
    (state) => {
      const { stops, cursor } = state;
      strip.setAttribute("aria-valuemin", "0");
      strip.setAttribute("aria-valuemax", String(stops.length - 1));
      strip.setAttribute("aria-valuenow", String(stepOf(stops, cursor)));
      strip.setAttribute("aria-valuetext", wordsAt(state, cursor));
    },
  );
  new ResizeObserver(() => { draw(); place(); }).observe(strip);
  listen(store, strip);
  showHint(store, strip, hint);
}
