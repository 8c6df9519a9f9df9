// A TeX template as a line of plain text, for sentences: `\frac{$a}{$b}` -> `a / b`.

import { fill, namesIn } from "./template.ts";

/** Tried in this order, each as often as it applies. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\\(?:left|right|textstyle|displaystyle)\s*/g, ""],
  [/\\text\{([^{}]*)\}/g, "$1"],
  [/\\(?:mathrm|operatorname|mathit)\{([^{}]*)\}/g, "$1"],
  [/\\(?:,|;|:|!| |quad\s*)/g, " "],
  [/\^\{?\\top\}?/g, "ᵀ"],
  [/\^\{2\}|\^2/g, "²"],
  [/\be\^\{([^{}]*)\}/g, "exp($1)"],
  [/\\[td]?frac\{([^{}]*)\}\{([^{}]*)\}/g, "$1 / $2"],
  [/\\overline\{([^{}]*)\}/g, "mean($1)"],
  [/\\sqrt\{([^{}]*)\}/g, "sqrt($1)"],
  [/\{([^{}\\]*)\}\^\{([^{}\\]*)\}/g, "$1^$2"],
  [/\{([^{}\\]*)\}\^/g, "$1^"],
  [/\^\{([^{}\\]*)\}/g, "^($1)"],
  [/_\{([^{}\\]*)\}/g, "[$1]"],
  [/\\odot\b/g, "×"],
  [/\\cdot\b/g, "·"],
  [/\\times\b/g, "×"],
  [/\\(?:ne|neq)\b/g, "≠"],
  [/\\le\b/g, "≤"],
  [/\\ge\b/g, "≥"],
  [/\\lnot\b/g, "not"],
  [/\\bmod\b/g, "mod"],
  [/\\sigma\b/g, "sigmoid"],
  [/\\(sin|cos|tan|tanh|ln|log|exp|max|min|sum|prod)\s*(\u0001\d+\u0002)/g, "$1($2)"],
  [/\\(sin|cos|tan|tanh|ln|log|exp|max|min|sum|prod)\b/g, "$1"],
];

function translated(tex: string): string | null {
  let text = tex;
  for (let before = ""; before !== text;) {
    before = text;
    for (const [pattern, word] of RULES) text = text.replace(pattern, word);
  }
  text = text.replace(/\s+/g, " ").replace(/^-\s*-/, "").trim();
  return /[\\{}$]/.test(text) ? null : text;
}

/** `-0.5` as a factor is `(-0.5)`. */
function guarded(text: string, template: string): string {
  return text.startsWith("-") && !/^\$\w+$/.test(template) ? `(${text})` : text;
}

/** The template in words, or null where plain text cannot say it, or a name is not known. */
export function plainFormula(
  template: string, names: Readonly<Record<string, string>>,
): string | null {
  const wanted = namesIn(template);
  if (wanted.some((name) => !Object.hasOwn(names, name))) return null;
  const marks = wanted.map((name, i) => [name, `\u0001${i}\u0002`] as const);
  const text = translated(fill(template, Object.fromEntries(marks)));
  return text && text.replace(/\u0001(\d+)\u0002/g, (_, i: string) =>
    guarded(names[wanted[Number(i)]!]!, template));
}
