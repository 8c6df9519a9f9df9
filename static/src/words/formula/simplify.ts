// What a mathematician would not write: `x^{2 - 1}`, `1 \cdot x`, `+ -x`. Pure.

import {
  mapParts, negative, partsOf, type Expression, type Join, type Term,
} from "./expression.ts";

/** Has a name one entry? Then the order of factors is free, and no `\odot` is needed. */
export type IsSingle = (name: string) => boolean;

type Sum = Extract<Expression, { kind: "sum" }>;
type Product = Extract<Expression, { kind: "product" }>;

const SINGLE_SYMBOLS = /^(?:[Nei]|\\(?:pi|epsilon|infty))$/;
/** These make one number of many. */
const WHOLE = /^(?:\\textstyle\\(?:sum|prod)|\\overline|\\max|\\min)$/;

export function isSingle(expression: Expression, ofName: IsSingle): boolean {
  switch (expression.kind) {
    case "leaf": return ofName(expression.name);
    case "number": return true;
    case "symbol": return SINGLE_SYMBOLS.test(expression.tex);
    case "raw": return false;
    case "decorated": // a letter with an index, as the gate i_t
      if (expression.of.kind === "symbol") return false;
      break;
    case "call":
      if (expression.args.length === 1 && WHOLE.test(expression.head)) return true;
      break;
    case "fence":
      if (expression.open === "\\lVert") return true;
  }
  return partsOf(expression).every((part) => isSingle(part, ofName));
}

function isNumber(expression: Expression, value: number): boolean {
  return expression.kind === "number" && expression.value === value && expression.isKept !== true;
}

/** An expression without the sign before it, and whether it had one. */
function unsigned(expression: Expression): { readonly isNegative: boolean; of: Expression } {
  if (expression.kind === "number" && expression.value < 0) {
    return { isNegative: true, of: { ...expression, value: -expression.value } };
  }
  if (expression.kind === "sum" && expression.terms.length === 1) return expression.terms[0]!;
  return { isNegative: false, of: expression };
}

function signed(isNegative: boolean, of: Expression): Expression {
  return isNegative && !isNumber(of, 0) ? negative(of) : of;
}

function simplerSum({ terms }: Sum): Expression {
  const flat = terms.flatMap(({ isNegative, of }): readonly Term[] => {
    if (of.kind === "sum" && !isNegative) return of.terms;
    const bare = unsigned(of);
    return [{ isNegative: isNegative !== bare.isNegative, of: bare.of }];
  });
  const left = flat.filter(({ of }) => !isNumber(of, 0));
  if (left.length === 0) return { kind: "number", value: 0 };
  if (left.length > 1 && left.every(({ of }) => of.kind === "number")) {
    const value = left.reduce((sum, { isNegative, of }) =>
      sum + (of.kind === "number" ? (isNegative ? -of.value : of.value) : 0), 0);
    return { kind: "number", value: Number(value.toPrecision(12)) };
  }
  return left.length === 1 && !left[0]!.isNegative ? left[0]!.of : { kind: "sum", terms: left };
}

function isOperator(join: Join | undefined): boolean {
  return typeof join === "object";
}

/** Does a product only scale and multiply entry by entry, so that its factors may change places? */
export function isEntrywise({ factors, joins }: Product, ofName: IsSingle): boolean {
  return joins.every((join, i) => !isOperator(join) && (join === "odot"
    || isSingle(factors[i]!, ofName) || isSingle(factors[i + 1]!, ofName)));
}

/** The factors with products of factors opened, and the sign of all of them. */
function flattened(product: Product, ofName: IsSingle) {
  const factors: Expression[] = [];
  const joins: Join[] = [];
  const scales: Expression[] = [];
  const isOpen = isEntrywise(product, ofName);
  let isNegative = false;
  product.factors.forEach((factor, i) => {
    const bare = isOperator(product.joins[i - 1]) ? { isNegative: false, of: factor }
      : unsigned(factor);
    isNegative = isNegative !== bare.isNegative;
    if (i > 0) joins.push(product.joins[i - 1]!);
    const inner = bare.of.kind === "product" && isEntrywise(bare.of, ofName) ? bare.of : null;
    if (inner && isOpen) {
      factors.push(...inner.factors);
      joins.push(...inner.joins);
    } else if (inner && !product.joins.some(isOperator)) {
      const { scale, rest } = unscaled(inner, ofName);
      scales.push(...scale);
      factors.push(rest);
    } else factors.push(bare.of);
  });
  const before = oneNumber(scales);
  return { factors: [...before, ...factors], isNegative,
    joins: [...before.map((): Join => "beside"), ...joins] };
}

/** The scalars of a product, and what they scale: a product of matrices has them in front. */
function unscaled(product: Product, ofName: IsSingle) {
  const scale = product.factors.filter((factor) => isSingle(factor, ofName));
  const rest = product.factors.filter((factor) => !isSingle(factor, ofName));
  if (rest.length === 0) return { scale: [], rest: product };
  const joins = rest.slice(1).map((): Join => "odot");
  return { scale, rest: rest.length === 1 ? rest[0]! : { ...product, factors: rest, joins } };
}

/** Scalars, with their numbers multiplied. */
function oneNumber(scales: readonly Expression[]): readonly Expression[] {
  const numbers = scales.flatMap((one) => (one.kind === "number" ? [one.value] : []));
  if (numbers.length < 2) return scales;
  const value = Number(numbers.reduce((product, one) => product * one).toPrecision(12));
  return [{ kind: "number", value }, ...scales.filter((one) => one.kind !== "number")];
}

/** Without factors of 1. */
function withoutOnes(product: Product): Product {
  const factors = [...product.factors];
  const joins = [...product.joins];
  for (let i = factors.length - 1; i >= 0 && factors.length > 1; i--) {
    const [before, after] = [joins[i - 1], joins[i]];
    if (!isNumber(factors[i]!, 1) || isOperator(before) || isOperator(after)) continue;
    factors.splice(i, 1);
    if (before !== undefined && after !== undefined) {
      joins.splice(i - 1, 2, before === "beside" ? after : before);
    } else joins.splice(Math.max(0, i - 1), 1);
  }
  return { kind: "product", factors, joins };
}

function isGradient(expression: Expression): boolean {
  return expression.kind === "leaf" && /^grad/.test(expression.name);
}

/** Numbers first: `3\,x`; but behind the gradient that came, `g \cdot 2\,x`. */
function ordered(product: Product, ofName: IsSingle): Product {
  const isCoefficient = (one: Expression) => one.kind === "number";
  const numbers = product.factors.filter(isCoefficient);
  const rest = product.factors.filter((one) => !isCoefficient(one));
  if (numbers.length === 0 || rest.length === 0 || !isEntrywise(product, ofName)) return product;
  const own = rest.findIndex((one) => !isGradient(one));
  const at = own < 0 ? 0 : own;
  const factors = [...rest.slice(0, at), ...numbers, ...rest.slice(at)];
  const joins = factors.slice(1).map((_, i): Join => (isCoefficient(factors[i]!) ? "beside"
    : "odot"));
  return { kind: "product", factors, joins };
}

function simplerProduct(product: Product, ofName: IsSingle): Expression {
  const { factors, joins, isNegative } = flattened(product, ofName);
  if (factors.some((factor) => isNumber(factor, 0))) return { kind: "number", value: 0 };
  const left = withoutOnes({ kind: "product", factors, joins });
  const [first] = left.factors;
  return signed(isNegative, left.factors.length === 1 ? first! : ordered(left, ofName));
}

type Call = Extract<Expression, { kind: "call" }>;

function isLogarithm(expression: Expression): expression is Call {
  return expression.kind === "call" && expression.head === "\\ln";
}

/** `(c A B)^T` is `c B^T A^T`. */
function simplerTranspose(of: Expression, ofName: IsSingle): Expression {
  if (of.kind === "transpose") return of.of;
  if (isSingle(of, ofName)) return of;
  if (of.kind !== "product" || of.joins.some((join) => join !== "beside")) {
    return { kind: "transpose", of };
  }
  const scale = of.factors.filter((factor) => isSingle(factor, ofName));
  const matrices = of.factors.filter((factor) => !isSingle(factor, ofName))
    .reverse().map((factor) => simplerTranspose(factor, ofName));
  return { ...of, factors: [...scale, ...matrices] };
}

type Fraction = Extract<Expression, { kind: "fraction" }>;

/** A small fraction of whole numbers in lowest terms: 2/12 is 1/6. */
function reduced(fraction: Fraction): Expression {
  const { top, bottom, isSmall } = fraction;
  if (!isSmall || top.kind !== "number" || bottom.kind !== "number" || bottom.value === 0
    || !Number.isInteger(top.value) || !Number.isInteger(bottom.value)) return fraction;
  let [by, rest] = [bottom.value, top.value];
  while (rest !== 0) [by, rest] = [rest, by % rest];
  const [value, under] = [top.value / by, bottom.value / by];
  return under === 1 ? { kind: "number", value }
    : { ...fraction, top: { ...top, value }, bottom: { ...bottom, value: under } };
}

type Bracket = Extract<Expression, { kind: "bracket" }>;

/** `[[a = b]]` is `[a = b]`, `[not [a = b]]` is `[a != b]`, `[not [a < b]]` is `1 - [a < b]`. */
function simplerBracket(bracket: Bracket): Expression {
  const [part] = bracket.parts;
  if (bracket.signs.length > 0) return bracket;
  if (part?.kind === "bracket") return part;
  const inner = part?.kind === "call" && part.head === "\\lnot" ? part.args[0] : undefined;
  if (inner?.kind !== "bracket" || inner.signs.length === 0) return bracket;
  if (inner.signs.join() === "=") return { ...inner, signs: ["\\ne"] };
  // Of NaN `a < b` and `a >= b` are both false.
  return { kind: "sum", terms: [{ isNegative: false, of: { kind: "number", value: 1 } },
    { isNegative: true, of: inner }] };
}

/** An expression as it is written by hand: the same value, with less to read. */
export function simplified(expression: Expression, ofName: IsSingle): Expression {
  const made = mapParts(expression, (part) => simplified(part, ofName));
  switch (made.kind) {
    case "sum": return simplerSum(made);
    case "product": return simplerProduct(made, ofName);
    case "fraction": {
      const [top, bottom] = [unsigned(made.top), unsigned(made.bottom)];
      if (isNumber(top.of, 0)) return top.of;
      const isOne = isNumber(bottom.of, 1);
      return signed(top.isNegative !== bottom.isNegative,
        isOne ? top.of : reduced({ ...made, top: top.of, bottom: bottom.of }));
    }
    case "power":
      if (isLogarithm(made.exponent) && made.base.kind === "symbol" && made.base.tex === "e") {
        return made.exponent.args[0]!;
      }
      if (isNumber(made.exponent, 0)) return { kind: "number", value: 1 };
      return isNumber(made.exponent, 1) ? made.base : made;
    case "transpose": return simplerTranspose(made.of, ofName);
    case "bracket": return simplerBracket(made);
    default: return made;
  }
}
