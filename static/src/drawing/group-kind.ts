// What a group is, in words: the class of a module, how often a repeat comes. Pure.

import { briefModule, fullModule } from "../model/modules.ts";
import type { Run } from "../model/run.ts";
import type { Language } from "../words/narration.ts";
import { say } from "../words/strings.ts";
import { moduleOn, shortLabel, turnShown, type Sheet } from "./sheet.ts";

/** How often a repeat comes; folded, which of its turns it shows. */
function timesText(sheet: Sheet, group: number, isFolded: boolean, language: Language): string {
  const { times } = sheet.layout.groups[group]!;
  const n = isFolded ? turnShown(sheet.layout, group) : null;
  if (n === null) return `× ${times}`;
  return n === times ? say(language, "repeatLast", { times })
    : say(language, "repeatNth", { times, n });
}

/** The words for what a group is, the longest first: as many as there is room for are shown. */
export function kindTexts(
  run: Run, sheet: Sheet, group: number, isFolded: boolean, language: Language,
): readonly string[] {
  const { kind, label, times } = sheet.layout.groups[group]!;
  if (kind === "line") return [say(language, "lineCall", { n: label })];
  if (kind === "function") return [say(language, "functionCall")];
  const module = moduleOn(run, sheet, group);
  const brief = module && briefModule(module);
  if (kind === "repeat") {
    const turns = timesText(sheet, group, isFolded, language);
    const all = [...(module ? [`${brief} ${turns}`, `${module.type} ${turns}`] : []), turns,
      `× ${times}`];
    return [...new Set(all)];
  }
  if (!module || brief === shortLabel(sheet.layout, group)) return [say(language, "moduleCall")];
  return [...new Set([brief!, module.type])];
}

/** The same in full: `Linear(in_features=30, out_features=4, bias=True)`. */
export function fullKindText(
  run: Run, sheet: Sheet, group: number, isFolded: boolean, language: Language,
): string {
  const { kind } = sheet.layout.groups[group]!;
  const module = moduleOn(run, sheet, group);
  if (!module) return kindTexts(run, sheet, group, isFolded, language)[0]!;
  const full = fullModule(module);
  return kind !== "repeat" ? full
    : `${full} ${timesText(sheet, group, isFolded, language)}`;
}
