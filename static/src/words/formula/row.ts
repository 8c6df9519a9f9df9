// A formula for row 0 of its result, where the rows of its operands decide it alone. Pure.

import { countOf } from "../../model/number.ts";
import { mapParts, partsOf, type Expression } from "./expression.ts";
import { isSingle, type IsSingle } from "./simplify.ts";

/** What a row needs to know of the op. */
export interface Rows {
  /** The shape of the result. */
  readonly shape: readonly number[];
  readonly shapeOf: (name: string) => readonly number[];
  readonly isSingle: IsSingle;
  /** Does the op go along the last dimension, so that each row has a sum or softmax of its own? */
  readonly isAlongRows: boolean;
  /** Is it a product of matrices where no sign stands between two factors? */
  readonly isMatrixOp: boolean;
  /** An operand by its name, with an index: of such no row is taken. */
  readonly named: (part: Expression, index: string) => Expression;
}

const ENTRYWISE = new RegExp("^\\\\(?:(?:(?:arc)?(?:sin|cos|tan)h?|ln|exp|sigma|Phi|varphi|psi"
  + "|sqrt|lnot)'*|log(?:_.*)?|operatorname \\{?(?:sgn|erfc?|sinc|ar(?:sin|cos|tan)h)\\}?"
  + "|(?:operatorname|mathrm)\\{(?:sgn|erfc?|sinc|ar(?:sin|cos|tan)h|clip|clamp|trunc|round"
  + "|where|finite|conj|copysign|atan2)\\})$");

function isEntrywiseCall({ head, args, isPrefix }: Extract<Expression, { kind: "call" }>,
  { isAlongRows }: Rows): boolean {
  if (ENTRYWISE.test(head)) return true;
  if (/^\\(?:max|min)$/.test(head)) return !isPrefix && args.length > 1;
  return isAlongRows && (head.startsWith("\\textstyle\\sum_") || head === "\\mathrm{softmax}");
}

/** Is an operand stretched to the shape of the result, if it has not that shape already? */
function isAligned(shape: readonly number[], result: readonly number[]): boolean {
  const lead = result.length - shape.length;
  return lead >= 0 && shape.every((size, d) => size === 1 || size === result[lead + d]);
}

function matrixRow(product: Extract<Expression, { kind: "product" }>, rows: Rows) {
  const [first, ...rest] = product.factors;
  const shapes = product.factors.map((factor) => shapeOfFactor(factor, rows));
  if (!rows.isMatrixOp || shapes.some((shape) => shape === null || shape.length < 2)) return null;
  if (product.joins.some((join) => join !== "beside")) return null;
  const factors = [
    first!.kind === "leaf" ? first! : rows.named(first!, indexOf(shapes[0]!.length)),
    ...rest.map((part, i) => rows.named(part, indexOf(shapes[i + 1]!.length - 1))),
  ];
  return { ...product, factors };
}

/** The index of row 0, or of the first matrix, in so many dimensions. */
function indexOf(rank: number): string {
  return new Array<string>(Math.max(0, rank - 1)).fill("0").join(", ");
}

function shapeOfFactor(factor: Expression, { shapeOf }: Rows): readonly number[] | null {
  const bare = factor.kind === "transpose" ? factor.of : factor;
  return bare.kind === "leaf" ? shapeOf(bare.name) : null;
}

function canRow(expression: Expression, rows: Rows): boolean {
  switch (expression.kind) {
    case "leaf": return isAligned(rows.shapeOf(expression.name), rows.shape);
    case "number": return true;
    case "symbol": return isSingle(expression, rows.isSingle)
      || expression.tex.startsWith("\\mathbf");
    case "raw": case "decorated": case "transpose": return false;
    case "fence": if (expression.open === "\\lVert") return false;
      break;
    case "call": if (!isEntrywiseCall(expression, rows)) return false;
      break;
    case "product": {
      const isApart = expression.joins.some((join, i) => typeof join === "object"
        ? join.operator !== "/"
        : rows.isMatrixOp && join === "beside" && !isSingle(expression.factors[i]!, rows.isSingle)
          && !isSingle(expression.factors[i + 1]!, rows.isSingle));
      if (isApart) return matrixRow(expression, rows) !== null;
    }
  }
  return partsOf(expression).every((part) => canRow(part, rows));
}

function toRow(expression: Expression, rows: Rows): Expression {
  const made = expression.kind === "product" && rows.isMatrixOp ? matrixRow(expression, rows)
    : null;
  return made ?? mapParts(expression, (part) => toRow(part, rows));
}

/** The expression of row 0 of a result; null where a row of it needs more than rows. */
export function rowOf(expression: Expression, rows: Rows): Expression | null {
  if (rows.shape.length === 0 || countOf(rows.shape) < 2 || rows.shape.at(-1) === 1) return null;
  return canRow(expression, rows) ? toRow(expression, rows) : null;
}
