// The inspector's statement of account: every + and reset of a `.grad`, every read, the balance.

import { el, icon } from "../dom.ts";
import { statementOf, type LedgerLine } from "../ledger.ts";
import { compact, compactValue, placeOf } from "../number.ts";
import type { Value } from "../run.ts";
import { say } from "../strings.ts";
import type { TensorState } from "../timeline.ts";
import { link, section, type Subject } from "./facts.ts";

/** The entry that the viewer follows, if this tensor has it and can show it alone. */
function entryOf({ store }: Subject, { value }: TensorState): number | null {
  const { entry } = store.state;
  return entry !== null && value.data && entry < value.data.length ? entry : null;
}

function told(value: Value | null, entry: number | null): string {
  if (value === null) return "None";
  const one = entry === null ? undefined : value.data?.[entry];
  return one === undefined ? compactValue(value) : compact(one, value.dtype);
}

/** Every digit, for whoever wants to add them up. */
function exact(value: Value | null, entry: number | null): string {
  if (!value?.data) return told(value, entry);
  return entry === null ? JSON.stringify(value.data) : String(value.data[entry]);
}

/** Longer amounts may be broken over two lines. */
const LONGEST_UNBROKEN = 13;

function amount(words: string, title: string, kind: string): HTMLElement {
  const isShort = words.length <= LONGEST_UNBROKEN;
  return el("td", { class: `mono ${kind}${isShort ? " short" : ""}`, text: words, title });
}

function signed(words: string): string {
  return words.startsWith("-") ? `− ${words.slice(1)}` : `+ ${words}`;
}

/** Who made a line, in few words. */
function byOf({ run, language }: Subject, line: LedgerLine): string {
  if (line.kind === "read") return say(language, line.by === "step" ? "readByStep" : "readByHand");
  const event = run.events[line.event];
  const by = event?.kind === "grad" ? event.by : "user";
  if (by === "user" && line.kind === "reset") {
    return say(language, line.balance === null ? "setToNone" : "by_write");
  }
  return say(language, `by_${by}`, { n: "call" in line ? line.call ?? "" : "" });
}

/** What a line does to the balance, or what was done with it. */
function changeOf(line: LedgerLine, entry: number | null): HTMLElement {
  switch (line.kind) {
    case "added": case "kept": return amount(signed(told(line.added ?? line.balance, entry)),
      exact(line.added, entry), "account-change");
    case "read": return amount(`${told(line.from, entry)} → ${told(line.to, entry)}`,
      `${exact(line.from, entry)} → ${exact(line.to, entry)}`, "account-change quiet");
    case "reset": case "set": case "written":
      return amount("→", `${exact(line.before, entry)} →`, "account-change quiet");
  }
}

function lineRow(subject: Subject, line: LedgerLine, entry: number | null): HTMLElement[] {
  const { store, language } = subject;
  const where = line.line === null ? []
    : [el("span", { class: "quiet", text: say(language, "line", { n: line.line }) })];
  const go = (): void => store.send({ kind: "aimed", to: line.event + 1 });
  const row = el("tr", { class: line.kind },
    el("th", { scope: "row" }, link(byOf(subject, line), go), ...where), changeOf(line, entry),
    amount(told(line.balance, entry), exact(line.balance, entry), "account-balance"));
  if (line.kind !== "read" || !line.isDouble) return [row];
  const words = say(language, "doubleCount", {
    calls: line.calls.join(say(language, "and")),
  });
  return [row, el("tr", { class: "account-flag" },
    el("td", { colspan: 3 }, el("p", {}, icon("alert", "icon small"), words)))];
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
      store.send({ kind: "picked", entry: picked === "" ? null : Number(picked) });
    },
  }, whole, ...places))];
}

function heads({ language }: Subject): HTMLElement {
  const names = [say(language, "who"), say(language, "change"), ".grad"];
  return el("thead", {}, el("tr", {}, ...names.map((text) => el("th", { scope: "col", text }))));
}

/** Everything that happened to a `.grad` by this moment, oldest first; nothing if nothing did. */
export function accountSection(subject: Subject, tensor: TensorState): HTMLElement[] {
  const { run, frame, language } = subject;
  const lines = statementOf(run, tensor.id, frame.at);
  if (lines.length === 0) return [];
  const entry = entryOf(subject, tensor);
  const rows = lines.flatMap((line) => lineRow(subject, line, entry));
  return section(say(language, "ledger"), ...picker(subject, tensor, entry),
    el("table", { class: "account" }, heads(subject), el("tbody", {}, ...rows)));
}
