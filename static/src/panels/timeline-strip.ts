// The strip: the whole run at a glance, or a part of it, with phases, curves, iterations and signs.

import { byId } from "../app/dom.ts";
import type { Run } from "../model/run.ts";
import { sentenceAt } from "../app/sentence.ts";
import { momentAt, momentsNow, themeOf, type State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { phaseWords } from "../words/phases.ts";
import { say } from "../words/strings.ts";
import { THEMES } from "../drawing/theme.ts";
import { iterationAt, iterations, phaseAt, phases } from "../model/timeline.ts";
import { placeOf, stepOf } from "../model/step-navigation.ts";
import { drawCurves, showScales } from "./strip/curves.ts";
import { isFinding, marksOf } from "./strip/marks.ts";
import { MARGIN, type Paint } from "./strip/paint.ts";
import { drawOdd } from "./strip/odd.ts";
import { drawPhases } from "./strip/phases.ts";
import { listenToPointer, listenToWheel } from "./strip/pointer.ts";
import { drawMarks } from "./strip/signs.ts";
import { drawTicks } from "./strip/ticks.ts";
import { stripView, xOf } from "./strip/view.ts";

/** Where in the whole run the part in sight lies. */
function drawOverview({ pen, theme, width }: Paint, { span }: State): void {
  if (span.from === 0 && span.to === 1) return;
  const room = width - 2 * MARGIN;
  pen.fillStyle = theme.line;
  pen.fillRect(MARGIN, 0, room, 3);
  pen.fillStyle = theme.quiet;
  pen.fillRect(MARGIN + span.from * room, 0, Math.max((span.to - span.from) * room, 6), 3);
}

function drawStrip(strip: HTMLElement, canvas: HTMLCanvasElement, run: Run, state: State): void {
  const pen = canvas.getContext("2d");
  const view = stripView(strip, run, state);
  const { width, height, type, lanes, x } = view;
  if (!pen || width === 0) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  pen.scale(devicePixelRatio, devicePixelRatio);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = 1.5;
  const theme = THEMES[themeOf(state)];
  const paint: Paint = { pen, theme, language: state.language, width, type, lanes, x };
  drawTicks(paint, run);
  drawOdd(paint, run);
  drawPhases(paint, phases(run, state.stops));
  drawCurves(paint, run);
  drawOverview(paint, state);
  drawMarks(paint, view.marks, momentAt(state)?.number ?? null);
}

/** What the step at a cursor does, after the iteration and the phase that it is in. */
function wordsAt(state: State, cursor: number): string {
  const { run, stops, language } = state;
  const sentence = sentenceAt(state, cursor);
  const phase = run && phaseWords(phaseAt(run, stops, cursor), language);
  const rest = phase === null ? sentence : say(language, "inPhase", { phase, sentence });
  const n = run && iterationAt(run, cursor);
  return run === null || n === null ? rest
    : say(language, "inIteration", { n: n + 1, all: iterations(run).length, rest });
}

/** The strip as a slider, for who does not see it. */
function speak(strip: HTMLElement, state: State): void {
  const { stops, cursor } = state;
  strip.setAttribute("aria-valuemin", "0");
  strip.setAttribute("aria-valuemax", String(stops.length - 1));
  strip.setAttribute("aria-valuenow", String(stepOf(stops, cursor)));
  strip.setAttribute("aria-valuetext", wordsAt(state, cursor));
}

export function showStrip(store: Store): void {
  const strip = byId("strip", HTMLElement);
  const [canvas, head, hint] = strip.children;
  if (!(canvas instanceof HTMLCanvasElement) || !(head instanceof HTMLElement)
    || !(hint instanceof HTMLElement)) throw new Error("The strip has lost its parts.");
  const scales = byId("curve-scales", HTMLElement);
  const draw = (): void => {
    if (store.state.run) drawStrip(strip, canvas, store.state.run, store.state);
  };
  let width = 0;
  const place = (): void => {
    const { span, stops, cursor } = store.state;
    const x = xOf(span, width, placeOf(stops, cursor));
    head.hidden = x < 0 || x > width;
    head.style.transform = `translateX(${x}px)`;
  };
  store.watch(
    (s) => [
      s.run, s.stops, s.span, s.language, s.theme, s.machine, momentsNow(s), momentAt(s),
      s.projector,
    ],
    draw,
  );
  store.watch((s) => [s.run, s.language], ({ run, language }) => {
    if (run) showScales(scales, run, language);
  });
  store.watch((s) => [s.stops, s.cursor, s.span], place);
  store.watch((s) => [s.stops, stepOf(s.stops, s.cursor), s.language], (s) => speak(strip, s));
  store.watch((s) => [s.run], ({ run }) => {
    const hasFindings = run !== null && marksOf(run).some(isFinding);
    for (const button of document.querySelectorAll<HTMLElement>("[data-action$=Finding]")) {
      button.hidden = !hasFindings;
    }
  });
  new ResizeObserver(() => {
    width = strip.clientWidth;
    draw();
    place();
  }).observe(strip);
  listenToPointer(store, strip, hint, wordsAt);
  listenToWheel(store, strip);
}
