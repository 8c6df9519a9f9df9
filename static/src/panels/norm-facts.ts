// The inspector's sections about sizes: norms of a value and its gradient, and of a module's own.

import { el } from "../app/dom.ts";
import { sheetNow } from "../app/state.ts";
import { normsOf, type Norms } from "../model/norms.ts";
import { countOf, grouped } from "../model/number.ts";
import type { Layout, Value } from "../model/run.ts";
import type { TensorState } from "../model/timeline.ts";
import { labelOf, otherPaths } from "../model/timeline/label.ts";
import { significant } from "../words/narration/size.ts";
import { say, type StringKey } from "../words/strings.ts";
import { section, type Subject } from "./facts.ts";

const ROWS = [
  ["normL2", "l2"], ["normMax", "max"], ["mean", "mean"],
] as const satisfies readonly (readonly [StringKey, keyof Norms])[];

function words(norms: Norms | null, key: keyof Norms): string {
  if (norms === null) return "?";
  return Number.isFinite(norms[key]) ? significant(norms[key]) : String(norms[key]).toLowerCase();
}

function table({ language }: Subject, columns: readonly (readonly [string, readonly Value[]])[]):
HTMLElement {
  const known = columns.map(([title, values]) => ({ title, norms: normsOf(values) }));
  const heads = ["", ...known.map(({ title }) => title)];
  return el("table", { class: "norms" },
    el("thead", {}, el("tr", {}, ...heads.map((text) => el("th", { scope: "col", text })))),
    el("tbody", {}, ...ROWS.map(([label, key]) => el("tr", {},
      el("th", { scope: "row", text: say(language, label) }),
      ...known.map(({ norms }) => el("td", { text: words(norms, key) }))))));
}

/** How large a value and its gradient are; of one number that is no news. */
export function normSection(subject: Subject, value: Value, grad: Value | null): HTMLElement[] {
  if (countOf(value.shape) < 2) return [];
  const { language } = subject;
  return section(say(language, "norms"), table(subject, [
    [say(language, "value"), [value]],
    ...(grad ? [[say(language, "gradientWord"), [grad]] as const] : []),
  ]));
}

/** The modules whose box a selected one is: a folded module's, or those of equal ones in a row. */
function modulesOf({ groups }: Layout, group: number): readonly string[] {
  const { kind, label } = groups[group]!;
  if (kind === "module") return [label];
  return kind !== "repeat" ? []
    : groups.filter(({ parent }) => parent === group).map((inner) => inner.label);
}

/** The parameters of some modules, by their paths. */
function parametersOf({ run, frame }: Subject, modules: readonly string[]): TensorState[] {
  return [...frame.tensors.values()].filter(({ id, parameter }) => {
    if (!parameter) return false;
    const paths = [labelOf(run, id, frame.at) ?? "", ...otherPaths(run, id, frame.at)];
    return paths.some((path) => modules.some((module) => path.startsWith(`${module}.`)));
  });
}

/** How large all parameters of a folded module and their gradients are. */
export function moduleSection(subject: Subject, id: string): HTMLElement[] {
  const { language, store } = subject;
  const sheet = sheetNow(store.state);
  const box = sheet?.plane.boxes[sheet.boxOf.get(id) ?? -1];
  if (!sheet || box?.group == null) return [];
  const own = parametersOf(subject, modulesOf(sheet.layout, box.group));
  if (own.length === 0) return [];
  const grads = own.flatMap(({ grad }) => grad ?? []);
  const n = own.reduce((sum, { value }) => sum + countOf(value.shape), 0);
  const { label } = sheet.layout.groups[box.group]!;
  const title = say(language, "moduleParameters",
    { name: label, count: own.length, n: grouped(n) });
  return section(title, table(subject, [
    [say(language, "value"), own.map(({ value }) => value)],
    ...(grads.length > 0 ? [[say(language, "gradientWord"), grads] as const] : []),
  ]));
}
