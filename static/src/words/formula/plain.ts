// A TeX template as a line of plain text, for sentences: `\frac{$a}{$b}` -> `a / b`.

import { fill, namesIn } from "./template.ts";

/** One name, or what is left of one after other rules. */
const ATOM = "\u0001\\d+\u0002";

/** What a sum takes: names, exponentials and masks that are multiplied with each other. */
const TERM = `(?:-?${ATOM}|exp\\(-?${ATOM}\\)|\\[${ATOM}\\])`;
const PRODUCT = `${TERM}(?:\\s*\\\\odot\\s*${TERM})*`;

/** Functions that TeX knows by name. */
const WORDS = "sin|cos|tan|tanh|ln|log|exp|max|min|sum|prod";

/** Tried in this order, each as often as it applies. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\\(?:left|right|textstyle|displaystyle)(?![a-z])\s*/g, ""],
  [/\\text\{([^{}]*)\}/g, "$1"],
  [/\\(?:mathrm|operatorname|mathit)\{([^{}]*)\}/g, "$1"],
  [/\^\{?\\top\}?/g, "ᵀ"],
  [/\be\^\{([^{}]*)\}/g, "exp($1)"],
  [/\\[td]frac\{([^{} ]*)\}\{([^{} ]*)\}(?:\\,|\s)*/g, "($1/$2) × "],
  [/\\[td]frac\{([^{} ]*)\}\{([^{}]*)\}(?:\\,|\s)*/g, "($1 / ($2)) × "],
  [/\\[td]frac\{([^{}]*)\}\{([^{}]*)\}(?:\\,|\s)*/g, "(($1) / ($2)) × "],
  [/\\frac\{([^{}]*)\}\{([^{}\\ ]*)\}/g, "$1 / $2"],
  [/\\frac\{([^{}]*)\}\{([^{}]*)\}/g, "$1 / ($2)"],
  [/\\overline\{([^{}]*)\}_\{([a-z]+)\}/g, "mean($1 in each $2)"],
  [new RegExp(`\\\\overline\\{([^{}]*)\\}\\^\\{\\\\,(${ATOM})\\}`, "g"), "mean($1, dim=$2)"],
  [/\\overline\{([^{}]*)\}(?:\^\{[^{}]*\})?/g, "mean($1)"],
  [/\\sqrt\{([^{}]*)\}/g, "sqrt($1)"],
  [/\{([^{}\\]*)\}\^/g, "$1^"],
  [/\^\{([^{}\\\s]*)\}/g, "^$1"],
  [/\^\{([^{}\\]*)\}/g, "^($1)"],
  [new RegExp(`\\\\(sum|max|min)_\\{([a-z]+)\\}\\s*(${ATOM})`, "g"), "$1($3 in each $2)"],
  [new RegExp(`\\\\(sum|prod)_\\{([^{}a-z]*)\\}\\s*(${PRODUCT})`, "g"), "$1($3, dim=$2)"],
  [new RegExp(`\\\\(sum|prod)\\s*(${PRODUCT})`, "g"), "$1($2)"],
  [new RegExp(`\\\\(max|min)_\\{([^{}a-z]*)\\}\\s*(${ATOM})`, "g"), "$1($3, dim=$2)"],
  [new RegExp(`(median|mode|kthvalue)_\\{(${ATOM})\\}\\(([^()]*)\\)`, "g"), "$1($3, dim=$2)"],
  [/\\ln (sum\([^()]*(?:\([^()]*\)[^()]*)*\))/g, "ln($1)"],
  [new RegExp(`(${ATOM})_([a-z])\\b`, "g"), "$1[$2]"],
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
  [new RegExp(`(?:\\\\(${WORDS})|\\b(sgn|trunc))\\s*(${ATOM})`, "g"), "$1$2($3)"],
  [new RegExp(`\\\\(${WORDS})\\b`, "g"), "$1"],
];

const known = new Map<string, string | null>();

/** A tape says the few formulas of its ops again and again. */
function translatedOnce(tex: string, beside: string): string | null {
  const key = `${beside} ${tex}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const text = translated(tex, beside);
  known.set(key, text);
  return text;
}

function translated(tex: string, beside: string): string | null {
  let text = tex;
  for (let before = ""; before !== text;) {
    before = text;
    for (const [pattern, word] of RULES) text = text.replace(pattern, word);
  }
  text = text.replace(/\s*\\,\s*/g, ` ${beside} `).replace(/\\[;:!]/g, " ");
  text = text.replace(/\s+/g, " ").replace(/ = /g, " == ").trim();
  // What stands beside each other is multiplied.
  text = text.replace(/([)\d\u0002]) (?=(?:sum|max|min|mean|exp)[([])/g, "$1 × ");
  return /[\\{}$]/.test(text) ? null : text;
}

const ADDED = /^[^()[\]]*(?:[([].*[)\]])?[^()[\]]* [-+] /;

const COMPARED = / (?:[<>≠≤≥]|==) /;

/** Does a text that stands between these neighbours need parentheses around it? */
function needsGuard(text: string, before: string, after: string): boolean {
  if (isOne(text)) return false;
  if (/[\^ᵀ²]/.test(after)) return true;
  if (COMPARED.test(text) && !(/(?:^|[([,])\s*$/.test(before) && /^(?:$|[)\],])/.test(after))) {
    return true;
  }
  if (before.trim() === "" && /^-[\d.]+$/.test(text)) return false;
  const opens = /[-+([,|:]?$/.exec(before.trimEnd())![0] !== "" || before.trim() === "";
  const closes = after.trim() === "" || /^\s*[-+)\],|<>=≠≤≥:]/.test(after);
  const isSum = ADDED.test(text) || COMPLEX.test(text) || text.startsWith("-");
  return !opens || !closes || (isSum && /-\s*$/.test(before));
}

/** A complex number: `2.0+1.0j`. */
const COMPLEX = /^-?(?:[\d.]+(?:e-?\d+)?|inf|nan)[-+](?:[\d.]+(?:e-?\d+)?|inf|nan)j$/;

/** A name, a number, a list, or a call: nothing that an operator could tear apart. */
export function isOne(text: string): boolean {
  if (COMPLEX.test(text)) return false;
  return /^[^\s-]\S*$/.test(text) || /^\[[^[\]]*\](?:\.to\(\w+\))?$/.test(text) ||
    /^\[\[[^()]*\]\](?:\.to\(\w+\))?$/.test(text) ||
    /^[\w.]+\[[^[\]]*\]$/.test(text) || /^\([-\d, ]+\)$/.test(text) ||
    /^[-\d(), ]+, keepdim=True$/.test(text) ||
    /^\w*\([^()]*(?:\([^()]*\)[^()]*)*\)(?:\.to\(\w+\))?$/.test(text);
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
  const text = translatedOnce(fill(template, Object.fromEntries(marks)), beside);
  if (text === null) return null;
  const filled = text.replace(/\u0001(\d+)\u0002/g, (mark, i: string, at: number) => {
    const word = names[wanted[Number(i)]!]!;
    return needsGuard(word, text.slice(0, at), text.slice(at + mark.length)) ? `(${word})` : word;
  });
  return filled.replaceAll("ᵀᵀ", "").replaceAll("(1/1) × ", "").replace(LOWERED, lowered)
    .replace(/\^2(?![\d.])/g, "²");
}

/** The exponent of a derivative: `x^(2 - 1)`. */
const LOWERED = /\^\((-?[\d.]+) - 1\)/g;

function lowered(_: string, exponent: string): string {
  const less = Number((Number(exponent) - 1).toPrecision(12));
  return less === 1 ? "" : less < 0 ? `^(${less})` : `^${less}`;
}
