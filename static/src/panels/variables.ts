// The variables: what each name holds at this moment, as a debugger lists them.

import { byId, el } from "../dom.ts";
import { compactValue, shapeWords } from "../number.ts";
import type { Run, Value } from "../run.ts";
import type { State } from "../state.ts";
import type { Store } from "../store.ts";
import { say } from "../strings.ts";
import { frameAt, type Frame, type TensorState } from "../timeline.ts";
import { labelOf } from "../timeline/label.ts";
import { stopBefore } from "../transport.ts";

/** The column of names is as wide as the longest that the run gives, from the first step on. */
const MOST_LETTERS = 22;

interface Row {
  readonly name: string;
  readonly tensor: TensorState;
  readonly before: TensorState | undefined;
}

/** The box that a tensor stands in: its grad_fn's, or its own. */
export function boxOfTensor(tensor: TensorState): string {
  return tensor.grad_fn ?? tensor.id;
}

/** Has a tensor a name of its own, so that what its object called it says nothing more? */
function isCalledFromOutside(run: Run, id: string, at: number): boolean {
  return labelOf(run, id, at)?.startsWith("self.") === false;
}

function rowsOf(run: Run, { cursor, stops }: State): readonly Row[] {
  const frame = frameAt(run, Math.floor(cursor));
  const earlier: Frame = frameAt(run, stopBefore(stops, Math.floor(cursor)));
  return [...frame.bindings].flatMap(([name, id]) => {
    const tensor = frame.tensors.get(id);
    if (name.startsWith("self.") && isCalledFromOutside(run, id, frame.at)) return [];
    const was = earlier.bindings.get(name);
    const before = was === id ? earlier.tensors.get(id) : undefined;
    return tensor ? [{ name, tensor, before }] : [];
  });
}

function cell(value: Value | null, changed: boolean, empty: string): HTMLElement {
  const text = value ? compactValue(value) : empty;
  return el("td", { text, title: text, class: changed ? "changed" : null });
}

/** Of a path that is too long the end, which tells one layer from another. */
function shortened(name: string): string {
  const parts = name.split(".");
  const ends = parts.map((_, i) => (i === 0 ? name : `…${parts.slice(i).join(".")}`));
  return ends.find((end) => end.length <= MOST_LETTERS) ?? name;
}

function rowElement(store: Store, { name, tensor, before }: Row): HTMLElement {
  const box = boxOfTensor(tensor);
  const select = () => store.send({ kind: "selected", selection: box });
  const button = el("button", { type: "button", class: "variable-name", text: shortened(name),
    title: name });
  const shape = tensor.value.shape.length > 0 ? shapeWords(tensor.value.shape) : "";
  return el("tr", { "data-box": box, click: select },
    el("td", { class: before ? null : "changed" }, button),
    cell(tensor.value, before?.value !== tensor.value, ""),
    cell(tensor.grad, before !== undefined && before.grad !== tensor.grad,
      tensor.requires_grad && tensor.is_leaf ? "None" : "—"),
    el("td", { class: "quiet", text: shape, title: `${shape} ${tensor.value.dtype}` }));
}

function tableOf(store: Store): HTMLElement {
  const { run, language } = store.state;
  const rows = run ? rowsOf(run, store.state) : [];
  if (rows.length === 0) return el("p", { class: "empty", text: say(language, "noVariables") });
  const heads = [
    say(language, "variableName"), say(language, "value"), ".grad", say(language, "shape"),
  ].map((text) => el("th", { scope: "col" }, el("span", { text })));
  return el("table", { class: "variable-table" },
    el("thead", {}, el("tr", {}, ...heads)),
    el("tbody", {}, ...rows.map((row) => rowElement(store, row))));
}

function longestName(run: Run | null): number {
  return (run?.events ?? []).reduce((most, event) =>
    (event.kind === "name" ? Math.max(most, event.name.length) : most), 0);
}

function markChosen(host: HTMLElement, selection: string | null): void {
  for (const row of host.querySelectorAll<HTMLElement>("tbody tr")) {
    row.classList.toggle("chosen", row.dataset["box"] === selection);
  }
}

export function showVariables(store: Store): void {
  const host = byId("variables", HTMLElement);
  store.watch((s) => [s.run], ({ run }) => {
    const letters = Math.min(longestName(run), MOST_LETTERS);
    host.style.setProperty("--longest-name", String(letters));
  });
  store.watch(
    (s) => [s.run, s.stops, Math.floor(s.cursor), s.language],
    () => {
      const focused = host.contains(document.activeElement)
        ? document.activeElement?.textContent : null;
      host.replaceChildren(tableOf(store));
      markChosen(host, store.state.selection);
      const names = [...host.querySelectorAll<HTMLElement>(".variable-name")];
      names.find((name) => name.textContent === focused)?.focus();
    },
  );
  store.watch((s) => [s.selection], ({ selection }) => markChosen(host, selection));
}
