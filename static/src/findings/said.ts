// What is said of findings as such: how many there are, and which of them one has come to.

import type { Language } from "../model/viewer-options.ts";
import { say } from "../words/strings.ts";
import type { Finding } from "./finding.ts";

/** How many there are of each grade: `3 findings: 1 mistake, 2 hints`; empty for none. */
export function countWords(found: readonly Finding[], language: Language): string {
  if (found.length === 0) return "";
  const parts = (["error", "mistake", "smell"] as const).flatMap((grade) => {
    const n = found.filter(({ severity }) => severity === grade).length;
    return n === 0 ? [] : [`${n} × ${say(language, grade)}`];
  });
  return say(language, "findingsCounted",
    { n: found.length, parts: parts.join(language === "en" ? ", " : "、") });
}

/** Which finding it is, where, and its title: `Finding 2 of 5, line 20: ...`. */
export function placeWords(
  finding: Finding, n: number, all: number, language: Language,
): string {
  const { title } = finding.explained(language);
  const { line } = finding;
  return line === null ? say(language, "findingOf", { n, all, title })
    : say(language, "findingOfLine", { n, all, line, title });
}

/** What a mark says that several findings share: the grade and the title of each. */
export function markWords(found: readonly Finding[], language: Language): readonly string[] {
  return found.map((one) => `${say(language, one.severity)}${language === "en" ? ": " : "："}${
    one.explained(language).title}`);
}
