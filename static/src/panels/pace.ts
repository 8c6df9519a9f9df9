// The fields of the transport: step i of n, iteration i of n, speed, and how far one step goes.

import { byId } from "../app/dom.ts";
import type { State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { iterationAt, iterations, stopInIteration, type Stride } from "../model/timeline.ts";
import { say, type StringKey } from "../words/strings.ts";
import { stepOf, stopOf } from "../model/step-navigation.ts";

/** A field for a number of which there are several: it shows the one here, and goes to another. */
interface Field {
  readonly name: "step" | "iteration";
  readonly of: StringKey;
  readonly label: StringKey;
  /** How many there are. */
  all(state: State): number;
  /** The number here; null outside of all. */
  here(state: State): number | null;
  /** Where another number leads; null where there is none such. */
  stop(state: State, number: number): number | null;
}

const STEP: Field = {
  name: "step", of: "ofSteps", label: "stepField",
  all: ({ stops }) => stops.length - 1,
  here: ({ stops, cursor }) => stepOf(stops, cursor),
  stop: ({ stops }, number) => stopOf(stops, number),
};

function iterationCount({ run }: State): number {
  return run ? iterations(run).length : 0;
}

const ITERATION: Field = {
  name: "iteration", of: "ofIterations", label: "iterationField",
  all: iterationCount,
  here: ({ run, cursor }) => {
    const n = run && iterationAt(run, cursor);
    return n === null ? null : n + 1;
  },
  stop: (state, number) => {
    const { run, stops, cursor } = state;
    const n = Math.max(1, Math.min(number, iterationCount(state))) - 1;
    return run && stopInIteration(run, stops, cursor, n);
  },
};

function showField(store: Store, { name, of, label, all, here, stop }: Field): void {
  const form = byId(name, HTMLFormElement);
  const field = byId(`${name}-number`, HTMLInputElement);
  const count = byId(`${name}-count`, HTMLElement);
  const show = (): void => {
    field.value = String(here(store.state) ?? "");
  };
  const go = (): void => {
    const wanted = Number.parseInt(field.value, 10);
    const to = Number.isNaN(wanted) ? null : stop(store.state, wanted);
    if (to === null) show();
    else store.send({ kind: "cursorAimed", to });
  };
  store.watch((s) => [s.stops, here(s)], show);
  store.watch((s) => [all(s), s.language], (state) => {
    const n = all(state);
    form.hidden = name === "iteration" && n === 0;
    count.textContent = say(state.language, of, { n });
    field.style.setProperty("--digits", String(String(n).length));
    field.setAttribute("aria-label", say(state.language, label, { n }));
  });
  field.addEventListener("focus", () => field.select());
  field.addEventListener("blur", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go();
    field.blur(); // the keys are the page's again
  });
}

export function showPace(store: Store): void {
  const speed = byId("speed", HTMLSelectElement);
  const stride = byId("stride", HTMLSelectElement);
  showField(store, STEP);
  showField(store, ITERATION);
  store.watch((s) => [s.speed], (s) => { speed.value = String(s.speed); });
  store.watch((s) => [s.stride], (s) => { stride.value = s.stride; });
  speed.addEventListener("change", () => {
    store.send({ kind: "speedChanged", speed: Number(speed.value) });
    speed.blur();
  });
  stride.addEventListener("change", () => {
    store.send({ kind: "strideChanged", stride: stride.value as Stride });
    stride.blur();
  });
}
