// One row of a statement of account: an update's heading, a line, or a word on a line.

import { el, icon, spoken } from "../../app/dom.ts";
import { reusedWords, reuseOf } from "../../findings/phrases/reused.ts";
import type { LedgerLine, Read } from "../../model/ledger.ts";
import type { Group, Row } from "../../model/ledger/groups.ts";
import { compact, inlineValue, normWords } from "../../model/number.ts";
import type { Value } from "../../model/run.ts";
import { say } from "../../words/strings.ts";
import type { TensorState } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { link, type Subject } from "../facts.ts";

/** Whose account it is, and which entry of the tensor it is of: null for the whole. */
export interface Statement {
  readonly subject: Subject;
  readonly tensor: TensorState;
  readonly entry: number | null;
  /** The columns are headed as norms, so that no cell need say it. */
  readonly norms: boolean;
}

/** A value as the account has it: numbers, or where there are many their norm. */
function told({ subject, entry, norms }: Statement, value: Value | null): string {
  if (value === null) return "None";
  const one = entry === null ? undefined : value.data?.[entry];
  if (one !== undefined) return compact(one, value.dtype);
  const norm = (): string => normWords(value);
  return inlineValue(value)
    ?? (norms ? norm() : say(subject.language, "normIs", { norm: norm() }));
}

function isNorm(value: Value | null, entry: number | null): boolean {
  return value !== null && (entry === null || !value.data) && inlineValue(value) === null;
}

/** Every digit, for whoever wants to add them up. */
function exact(statement: Statement, value: Value | null): string {
  const { entry } = statement;
  if (!value?.data) return told(statement, value);
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
function changeOf(statement: Statement, line: LedgerLine): HTMLElement {
  const { entry } = statement;
  const short = (value: Value | null): string => told(statement, value);
  const long = (value: Value | null): string => exact(statement, value);
  switch (line.kind) {
    case "added": case "kept": {
      const value = line.added ?? line.balance;
      const words = short(value);
      // Norms do not add up.
      return amount(isNorm(value, entry) ? words : signed(words), long(line.added),
        "account-change");
    }
    case "read": return amount(`${short(line.from)} → ${isNorm(line.to, entry)
      ? normWords(line.to) : short(line.to)}`, `${long(line.from)} → ${long(line.to)}`,
      "account-change quiet");
    case "reset": case "set": case "written":
      return amount("→", `${long(line.before)} →`, "account-change quiet");
  }
}

function lineRow(statement: Statement, line: LedgerLine): HTMLElement {
  const { subject } = statement;
  const { store, language } = subject;
  const where = line.line === null ? []
    : [el("span", { class: "quiet", text: say(language, "line", { n: line.line }) })];
  const go = (): void => store.send({ kind: "cursorAimed", to: line.event + 1 });
  return el("tr", { class: line.kind },
    el("th", { scope: "row" }, link(byOf(subject, line), go), ...where), changeOf(statement, line),
    amount(told(statement, line.balance), exact(statement, line.balance), "account-balance"));
}

function flagRow({ subject, tensor }: Statement, read: Read): HTMLElement {
  const { run, frame, language } = subject;
  const reuse = read.old && reuseOf(read, read.old, labelOf(run, tensor.id, frame.at));
  const words = reuse ? reusedWords(reuse, language) : "";
  return el("tr", { class: "account-flag" },
    el("td", { colspan: 3, title: words },
      el("p", {}, icon("alert", "icon small"), el("span", {}, ...spoken(words)))));
}

/** `step 12: 4 contributions, norm 0.42`. */
function groupWords(statement: Statement, group: Group): string {
  const { language } = statement.subject;
  const { count, read, number, balance } = group;
  const which = read === null ? say(language, "groupUnused")
    : say(language, read.by === "step" ? "groupStep" : "groupHand", { n: number });
  const sum = say(language, count === 1 ? "contribution" : "contributions", { n: count });
  const gradient = told({ ...statement, norms: false }, balance);
  return say(language, "groupIs", { which, sum, gradient });
}

function groupRow(statement: Statement, group: Group, isOpen: boolean): HTMLElement {
  const words = groupWords(statement, group);
  const alert = group.isReuse ? [icon("alert", "icon small alert")] : [];
  return el("tr", { class: "account-group", "aria-expanded": String(isOpen) },
    el("th", { scope: "row", colspan: 3, title: words },
      el("span", { class: "account-turn", "aria-hidden": "true", text: isOpen ? "▾" : "▸" }),
      ...alert, ...spoken(words)));
}

/** The row as a table row. */
export function rowElement(statement: Statement, row: Row): HTMLElement {
  switch (row.kind) {
    case "group": return groupRow(statement, row.group, row.isOpen);
    case "line": return lineRow(statement, row.line);
    case "flag": return flagRow(statement, row.line);
  }
}
