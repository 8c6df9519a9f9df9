// The fields of the transport: step i of n, speed, and how far one step goes.

import { byId } from "../app/dom.ts";
import type { Stride } from "../model/timeline.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import { stepOf, stopOf } from "../model/step-navigation.ts";

function showStep(store: Store): void {
  const form = byId("step", HTMLFormElement);
  const field = byId("step-number", HTMLInputElement);
  const count = byId("step-count", HTMLElement);
  const show = (): void => {
    const { stops, cursor } = store.state;
    field.value = String(stepOf(stops, cursor));
  };
  const go = (): void => {
    const wanted = Number.parseInt(field.value, 10);
    if (Number.isNaN(wanted)) show();
    else store.send({ kind: "cursorAimed", to: stopOf(store.state.stops, wanted) });
  };
  store.watch((s) => [s.stops, stepOf(s.stops, s.cursor)], show);
  store.watch((s) => [s.stops.length - 1, s.language], ({ stops, language }) => {
    const n = stops.length - 1;
    count.textContent = say(language, "ofSteps", { n });
    field.style.setProperty("--digits", String(String(n).length));
    field.setAttribute("aria-label", say(language, "stepField", { n }));
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
  showStep(store);
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
