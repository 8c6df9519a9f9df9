// The inspector's statement of account: every + and reset of a `.grad`, every read, the balance.

import { el } from "../app/dom.ts";
import { lengthOfAccount, statementOf, type LedgerLine } from "../model/ledger.ts";
import { rowsOf, rowsOfLine, type Row } from "../model/ledger/groups.ts";
import { countOf, MOST_INLINE, placeOf } from "../model/number.ts";
import type { Run } from "../model/run.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import type { TensorState } from "../model/timeline.ts";
import { rowElement, type Statement } from "./account/row.ts";
import { scrollRows } from "./account/scroll.ts";
import { section, type Subject } from "./facts.ts";

/** An account of more lines is grouped by updates, and only its rows in sight are made. */
const MOST_LINES = 24;

function isLong(run: Run, tensor: string): boolean {
  return lengthOfAccount(run, tensor) > MOST_LINES;
}

/** The entry that the viewer follows, if this tensor has it and can show it alone. */
function entryOf({ store }: Subject, { value }: TensorState): number | null {
  const { entry } = store.state;
  return entry !== null && value.data && entry < value.data.length ? entry : null;
}

/** Which entry of a tensor the statement is of. */
function picker(subject: Subject, { value }: TensorState, entry: number | null): HTMLElement[] {
  const { store, language } = subject;
  const count = value.data?.length ?? 0;
  if (count < 2) return [];
  const places = Array.from({ length: count }, (_, i) => el("option", {
    value: i, text: placeOf(i, value.shape), selected: i === entry,
  }));
  const whole = el("option", { value: "", text: say(language, "wholeTensor") });
  return [el("label", { class: "account-entry" }, `${say(language, "entryOf")} `, el("select", {
    change: ({ target }) => {
      const picked = target instanceof HTMLSelectElement ? target.value : "";
      store.send({ kind: "entryChosen", entry: picked === "" ? null : Number(picked) });
    },
  }, whole, ...places))];
}

function heads({ subject: { language }, norms }: Statement): HTMLElement {
  const names = [say(language, "who"), ...[say(language, "change"), ".grad"]
    .map((name) => (norms ? say(language, "normOf", { name }) : name))];
  return el("thead", {}, el("tr", {}, ...names.map((text) => el("th", { scope: "col", text }))));
}

function tableOf(statement: Statement, lines: readonly LedgerLine[]): HTMLElement {
  const { subject, tensor } = statement;
  if (isLong(subject.run, tensor.id)) {
    return scrollRows(subject.store, tensor.id, heads(statement), {
      label: say(subject.language, "ledger"),
      rowsOf: (turned) => rowsOf(lines, turned),
      element: (row: Row) => rowElement(statement, row),
    });
  }
  const rows = lines.flatMap(rowsOfLine).map((row) => rowElement(statement, row));
  return el("table", { class: "account" }, heads(statement), el("tbody", {}, ...rows));
}

interface Drawn {
  readonly of: readonly unknown[];
  readonly section: HTMLElement[];
}

/** The long account that was drawn last: most steps of a tape add nothing to it. */
const drawn = new WeakMap<Store, Drawn>();

function kept(subject: Subject, of: readonly unknown[], draw: () => HTMLElement[]): HTMLElement[] {
  const before = drawn.get(subject.store);
  if (before?.of.every((one, i) => one === of[i])) return before.section;
  const section = draw();
  drawn.set(subject.store, { of, section });
  return section;
}

/** Everything that happened to a `.grad` by this moment, oldest first; nothing if nothing did. */
export function accountSection(subject: Subject, tensor: TensorState): HTMLElement[] {
  const { run, frame, language } = subject;
  const lines = statementOf(run, tensor.id, frame.at);
  if (lines.length === 0) return [];
  const entry = entryOf(subject, tensor);
  const long = isLong(run, tensor.id);
  const norms = long && entry === null && countOf(tensor.value.shape) > MOST_INLINE;
  const draw = (): HTMLElement[] => section(say(language, "ledger"),
    ...picker(subject, tensor, entry), tableOf({ subject, tensor, entry, norms }, lines));
  return long ? kept(subject, [run, tensor.id, lines.length, entry, language], draw) : draw();
}
