// An expression as TeX, with parentheses where they are needed. Pure.

import type { Expression, Join } from "./expression.ts";
import { isSingle } from "./simplify.ts";
import { fill, namesIn } from "./template.ts";

/** How tightly something holds together: what is looser than its place needs parentheses. */
export const LEVEL = { sum: 1, product: 2, prefix: 3, power: 4, atom: 5 } as const;

export interface Written {
  readonly tex: string;
  readonly level: number;
  /** One entry, as it is written here: a row of a column is one number. */
  readonly isSingle: boolean;
}

/** Where a formula is written. */
export interface Hand {
  readonly leaf: (name: string) => Written;
  /** A name in an index or in a text. */
  readonly text: (name: string) => string;
  /** A name that stays one: in a partial derivative, and in a layer that is written out. */
  readonly called: (name: string) => string;
  /** Are the leaves numbers, of which two beside each other need a dot between them? */
  readonly isNumeric: boolean;
}

function wrapped({ tex, level }: Written, needed: number): string {
  return level >= needed ? tex : `\\left(${tex}\\right)`;
}

function filled(template: string, hand: Hand): string {
  const word = /\\partial|\\newline/.test(template) ? hand.called : hand.text;
  const texts = namesIn(template).map((name) => [name, word(name)] as const);
  return fill(template, Object.fromEntries(texts));
}

function writeSum(terms: Extract<Expression, { kind: "sum" }>["terms"], hand: Hand): Written {
  const all = terms.map(({ isNegative, of }) => ({ isNegative, written: write(of, hand) }));
  const tex = all.map(({ isNegative, written }, i) => {
    if (isNegative) return `${i > 0 ? " - " : "-"}${wrapped(written, LEVEL.product)}`;
    if (i === 0) return written.tex;
    return written.tex.startsWith("-") ? ` - ${written.tex.slice(1)}` : ` + ${written.tex}`;
  }).join("");
  return { tex, level: LEVEL.sum, isSingle: all.every(({ written }) => written.isSingle) };
}

const LETTER = /^[a-zA-Z](?:\^\{?[\da-zA-Z]+\}?)?$/;

/** What stands between two factors of which one is a single number. */
function scale(before: Expression, left: string, after: Expression, right: string, hand: Hand) {
  if (/^(?:[\d.]|\\left\(-)/.test(right) || (hand.isNumeric && after.kind !== "bracket")) {
    return " \\cdot ";
  }
  if (before.kind === "number") return /^(?:[a-zA-Z(]|\\left)/.test(right) ? "" : "\\,";
  if (before.kind === "fraction" && before.isSmall) return "\\,";
  if (after.kind === "bracket" || after.kind === "fraction" && before.kind === "fraction") {
    return "\\,";
  }
  return LETTER.test(left) && (LETTER.test(right) || right.startsWith("\\left("))
    ? "\\," : " \\cdot ";
}

/** A line may end between two matrices. */
const BETWEEN = { odot: " \\odot ", cdot: " \\cdot ", beside: "\\,\\allowbreak " } as const;

function isPrefix(expression: Expression): boolean {
  return expression.kind === "call" && expression.isPrefix;
}

function writeProduct(
  factors: readonly Expression[], joins: readonly Join[], hand: Hand,
): Written {
  const all = factors.map((factor) => write(factor, hand));
  const texts = all.map((one, i) => {
    const isOpen = isPrefix(factors[i]!) && i < all.length - 1 && one.tex.startsWith("\\textstyle");
    return isOpen ? `\\left(${one.tex}\\right)` : wrapped(one, LEVEL.product);
  });
  let tex = texts[0]!;
  for (let i = 1; i < all.length; i++) {
    const join = joins[i - 1]!;
    const isScaled = all[i - 1]!.isSingle || all[i]!.isSingle;
    tex += typeof join === "object" ? ` ${join.operator} `
      : isScaled ? scale(factors[i - 1]!, texts[i - 1]!, factors[i]!, texts[i]!, hand)
      : join === "beside" && isPrefix(factors[i - 1]!) ? " \\odot "
      : BETWEEN[join];
    tex += texts[i]!;
  }
  return { tex, level: LEVEL.product, isSingle: all.every((one) => one.isSingle) };
}

/** A line may end behind a sum over so many letters. */
const LONG_HEAD = 32;

function writeCall(call: Extract<Expression, { kind: "call" }>, hand: Hand): Written {
  const args = call.args.map((arg) => write(arg, hand));
  const head = filled(call.head, hand);
  const isOne = isSingle(call, (name) => hand.leaf(name).isSingle);
  const [first] = args;
  const cover = /^\\(?:overline|sqrt)/.exec(head)?.[0];
  if (cover !== undefined) {
    const tex = `${cover}{${first!.tex}}${head.slice(cover.length)}`;
    return { tex, level: cover === head ? LEVEL.atom : LEVEL.power, isSingle: isOne };
  }
  if (!call.isPrefix) {
    const tex = `${head}\\left(${args.map((arg) => arg.tex).join(", ")}\\right)`;
    return { tex, level: LEVEL.atom, isSingle: isOne };
  }
  const needed = head.startsWith("\\textstyle") ? LEVEL.product : LEVEL.prefix;
  const space = head.length > LONG_HEAD ? " \\allowbreak " : " ";
  return { tex: `${head}${space}${wrapped(first!, needed)}`, level: LEVEL.prefix, isSingle: isOne };
}

export function write(expression: Expression, hand: Hand): Written {
  switch (expression.kind) {
    case "leaf": return hand.leaf(expression.name);
    case "number": return { tex: numberTex(expression.value),
      level: expression.value < 0 ? LEVEL.sum : LEVEL.atom, isSingle: true };
    case "symbol": return { tex: expression.tex, level: LEVEL.atom,
      isSingle: isSingle(expression, () => false) };
    case "raw": return { tex: filled(expression.template, hand), level: LEVEL.sum,
      isSingle: namesIn(expression.template).every((name) => hand.leaf(name).isSingle) };
    case "sum": return writeSum(expression.terms, hand);
    case "product": return writeProduct(expression.factors, expression.joins, hand);
    case "call": return writeCall(expression, hand);
    default: return writeMarked(expression, hand);
  }
}

type Marked = Extract<Expression,
  { kind: "fraction" | "power" | "transpose" | "decorated" | "fence" | "bracket" }>;

/** What is written around, above, or below its parts. */
function writeMarked(expression: Marked, hand: Hand): Written {
  const at = (level: number, tex: string): Written =>
    ({ tex, level, isSingle: isSingle(expression, (name) => hand.leaf(name).isSingle) });
  switch (expression.kind) {
    case "fraction": {
      const [top, bottom] = [write(expression.top, hand), write(expression.bottom, hand)];
      return { tex: `\\${expression.isSmall ? "tfrac" : "dfrac"}{${top.tex}}{${bottom.tex}}`,
        level: LEVEL.prefix, isSingle: top.isSingle && bottom.isSingle };
    }
    case "power": {
      const [base, exponent] = [write(expression.base, hand), write(expression.exponent, hand)];
      return { tex: `${wrapped(base, LEVEL.atom)}^{${exponent.tex}}`, level: LEVEL.power,
        isSingle: base.isSingle && exponent.isSingle };
    }
    case "transpose": return at(LEVEL.power, `${wrapped(write(expression.of, hand), LEVEL.atom)
    }^\\top`);
    case "decorated": {
      const isIndex = expression.suffix.startsWith("_");
      const of = write(expression.of, hand);
      // An index of a name that has one already: (grad_y)_i.
      const inner = isIndex && /(?<!\\)_\{?[^\d:]/.test(of.tex) ? `\\left(${of.tex}\\right)`
        : wrapped(of, LEVEL.atom);
      return at(isIndex ? LEVEL.atom : LEVEL.power, `{${inner}}${
        filled(expression.suffix, { ...hand, text: hand.called })}`);
    }
    case "fence": return at(LEVEL.atom,
      `${expression.open} ${write(expression.of, hand).tex} ${expression.close}`);
    case "bracket": {
      const parts = expression.parts.map((part) => write(part, hand).tex);
      const tex = parts.reduce((text, part, i) => `${text} ${expression.signs[i - 1]} ${part}`);
      return at(LEVEL.atom, `\\left[${tex}\\right]`);
    }
  }
}

/** A number of a formula, to four digits after the point. */
export function numberTex(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "\\mathrm{nan}"
    : value < 0 ? "-\\infty" : "\\infty";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e6)) {
    const [digits = "", power = ""] = value.toExponential(2).split("e");
    const mantissa = digits.replace(/\.?0+$/, "");
    const ten = `10^{${Number(power)}}`;
    return mantissa === "1" ? ten : `${mantissa} \\times ${ten}`;
  }
  return String(Number(value.toFixed(4)));
}
