// A TeX template as an expression, so that it can be simplified before it is written. Pure.

/** How two factors stand beside each other: `\odot`, `\cdot`, nothing, or another operator. */
export type Join = "odot" | "cdot" | "beside" | { readonly operator: string };

export interface Term {
  readonly isNegative: boolean;
  readonly of: Expression;
}

/** What a name of a template stands for. */
export interface Leaf {
  readonly kind: "leaf";
  readonly name: string;
}

/**
 * A part of a formula. Names in `head`, `suffix`, and `raw` are filled in as text; `bracket` is
 * Iverson's, with comparisons between its parts; `fence` is a pair of delimiters.
 */
export type Expression =
  | Leaf
  | { readonly kind: "number"; readonly value: number; readonly isKept?: boolean }
  | { readonly kind: "symbol"; readonly tex: string }
  | { readonly kind: "sum"; readonly terms: readonly Term[] }
  | { readonly kind: "product"; readonly factors: readonly Expression[];
    readonly joins: readonly Join[] }
  | { readonly kind: "fraction"; readonly top: Expression; readonly bottom: Expression;
    readonly isSmall: boolean }
  | { readonly kind: "power"; readonly base: Expression; readonly exponent: Expression }
  | { readonly kind: "transpose"; readonly of: Expression }
  | { readonly kind: "decorated"; readonly of: Expression; readonly suffix: string }
  | { readonly kind: "call"; readonly head: string; readonly args: readonly Expression[];
    readonly isPrefix: boolean }
  | { readonly kind: "fence"; readonly open: string; readonly close: string;
    readonly of: Expression }
  | { readonly kind: "bracket"; readonly parts: readonly Expression[];
    readonly signs: readonly string[] }
  | { readonly kind: "raw"; readonly template: string };

/** Every part directly inside an expression. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "sum": return expression.terms.map(({ of }) => of);
    case "product": return expression.factors;
    case "fraction": return [expression.top, expression.bottom];
    case "power": return [expression.base, expression.exponent];
    case "transpose": case "decorated": case "fence": return [expression.of];
    case "call": return expression.args;
    case "bracket": return expression.parts;
    default: return [];
  }
}

/** The same expression with each part directly inside it replaced. */
export function mapParts(
  expression: Expression, change: (part: Expression) => Expression,
): Expression {
  switch (expression.kind) {
    case "sum": return { ...expression,
      terms: expression.terms.map((term) => ({ ...term, of: change(term.of) })) };
    case "product": return { ...expression, factors: expression.factors.map(change) };
    case "fraction": return { ...expression, top: change(expression.top),
      bottom: change(expression.bottom) };
    case "power": return { ...expression, base: change(expression.base),
      exponent: change(expression.exponent) };
    case "transpose": case "decorated": case "fence":
      return { ...expression, of: change(expression.of) };
    case "call": return { ...expression, args: expression.args.map(change) };
    case "bracket": return { ...expression, parts: expression.parts.map(change) };
    default: return expression;
  }
}

export function negative(of: Expression): Expression {
  return { kind: "sum", terms: [{ isNegative: true, of }] };
}
