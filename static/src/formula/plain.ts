// A TeX template as a line of plain text, for sentences: `\frac{$a}{$b}` -> `a / b`.

import { fill, namesIn } from "./template.ts";

/** One name, or what is left of one after other rules. */
const ATOM = "\u0001\\d+\u0002";

/** Tried in this order, each as often as it applies. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\\(?:left|right|textstyle|displaystyle)(?![a-z])\s*/g, ""],
  [/\\text\{([^{}]*)\}/g, "$1"],
  [/\\(?:mathrm|operatorname|mathit)\{([^{}]*)\}/g, "$1"],
  [/\^\{?\\top\}?/g, "ᵀ"],
  [/\be\^\{([^{}]*)\}/g, "exp($1)"],
  [/\\[td]frac\{([^{}]*)\}\{([^{}]*)\}(?:\\,|\s)*/g, "($1/$2) × "],
  [/\\frac\{([^{}]*)\}\{([^{}\\ ]*)\}/g, "$1 / $2"],
  [/\\frac\{([^{}]*)\}\{([^{}]*)\}/g, "$1 / ($2)"],
  [/\\overline\{([^{}]*)\}(?:\^\{[^{}]*\})?/g, "mean($1)"],
  [/\\sqrt\{([^{}]*)\}/g, "sqrt($1)"],
  [/\{([^{}\\]*)\}\^/g, "$1^"],
  [/\^\{([^{}\\\s]*)\}/g, "^$1"],
  [/\^\{([^{}\\]*)\}/g, "^($1)"],
  [/_\{([^{}\\]*)\}/g, "[$1]"],
  [/(\d)\s*\\,\s*/g, "$1 × "],
  [/\\(?:odot|times)\b/g, "×"],
  [/\\cdot\b/g, "·"],
  [/\\(?:ne|neq)\b/g, "≠"],
  [/\\le\b/g, "≤"],
  [/\\ge\b/g, "≥"],
  [/\\lnot\b/g, "not"],
  [/\\bmod\b/g, "mod"],
  [/\\sigma\b/g, "sigmoid"],
  [new RegExp(`(?:\\\\(sin|cos|tan|tanh|ln|log|exp|max|min|sum|prod)|\\b(sgn|trunc))\\s*(${ATOM})`, "g"),
    "$1$2($3)"],
  [/\\(sin|cos|tan|tanh|ln|log|exp|max|min|sum|prod)\b/g, "$1"],
];

function translated(tex: string, beside: string): string | null {
  let text = tex;
  for (let before = ""; before !== text;) {
    before = text;
    for (const [pattern, word] of RULES) text = text.replace(pattern, word);
  }
  text = text.replace(/\s*\\,\s*/g, ` ${beside} `).replace(/\\[;:!]/g, " ").replace(/\s+/g, " ").trim();
  return /[\\{}$]/.test(text) ? null : text;
}

/** `-0.5` and `a + b` as factors are `(-0.5)` and `(a + b)`. */
function guarded(text: string, isAlone: boolean): string {
  const isOne = /^[^\s-][^\s]*$/.test(text) || /^\[[^[\]]*\]$/.test(text) || isCall(text);
  return isAlone || isOne ? text : `(${text})`;
}

/** `mean(a + b)`, but not `f(a) + g(b)`. */
function isCall(text: string): boolean {
  return /^\w*\([^()]*(?:\([^()]*\)[^()]*)*\)$/.test(text) || /^\[\[.*\]\]$/.test(text);
}

/**
 * The template in words, or null where plain text cannot say it, or a name is not known. `beside`
 * is said for two names without a sign between them: `@` where they are matrices.
 */
export function plainFormula(
  template: string, names: Readonly<Record<string, string>>, beside = "×",
): string | null {
  const wanted = namesIn(template);
  if (wanted.some((name) => !Object.hasOwn(names, name))) return null;
  const marks = wanted.map((name, i) => [name, `\u0001${i}\u0002`] as const);
  const text = translated(fill(template, Object.fromEntries(marks)), beside);
  if (text === null) return null;
  const filled = text.replace(/(\(?)\u0001(\d+)\u0002(?=(\)?))/g,
    (mark, open: string, i: string, close: string) =>
      open + guarded(names[wanted[Number(i)]!]!, mark === text || (open !== "" && close !== "")));
  return filled.replace(/\^2(?![\d.])/g, "²");
}
