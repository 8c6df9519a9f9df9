// One equation of a node before it is written, as the shapes of its op make it. Pure.

import { countOf } from "../../model/number.ts";
import type { Entry, OpEvent, Value } from "../../model/run.ts";
import { mapParts, type Expression } from "./expression.ts";
import type { Meanings } from "./meanings.ts";
import { isMisaligned, isSpread, summedOver } from "./stretch.ts";
import { isValue, swapped, turned } from "./values.ts";

/** One equation before it is written. */
export interface Equation {
  readonly event: OpEvent;
  readonly slot: string | null;
  /** What the gradient is of in the table: each of several tensors of a slot has a name. */
  readonly name: string;
  readonly expression: Expression;
  readonly meanings: Meanings;
  readonly answer: Value | null;
  /** The shape of its left side, also where the answer is not known yet. */
  readonly shape: readonly number[];
  /** Is its left side the transpose of what was sent? */
  readonly isTurned?: boolean;
  /** Templates that define its letters, as `\\mu = ...`. */
  readonly where: readonly string[];
}

const AVERAGED = new RegExp("^(?:mean|mean_dim|var|std"
  + "|(?:mse|huber|smooth_l1|soft_margin)_loss|binary_cross_entropy.*)$");

/** How many targets a loss is the mean of; null where some are ignored, or not known. */
function targetsOf({ params }: OpEvent, meanings: Meanings): number | null {
  const value = meanings.get("target")?.value;
  if (!value || !isValue(value)) return null;
  const ignored = params["ignore_index"];
  return value.data && !value.data.includes(ignored as Entry) ? value.data.length : null;
}

/** The number of entries that N stands for, where the shapes tell it. */
export function withCount(expression: Expression, { event, meanings }: Equation): Expression {
  const [input] = event.inputs;
  if (expression.kind === "raw" && event.op === "nll_loss") {
    const count = targetsOf(event, meanings);
    return count === null ? expression
      : { ...expression, template: expression.template.replace("{N}", `{${count}}`) };
  }
  if (!AVERAGED.test(event.op) || !input) return expression;
  const entries = countOf(meanings.get(input.slot)?.shape ?? []);
  const results = event.params["reduction"] === "none" ? entries
    : countOf(event.outputs[0]?.value.shape ?? []);
  const put = (part: Expression): Expression =>
    (part.kind === "symbol" && part.tex === "N" ? { kind: "number", value: entries / results }
      : mapParts(part, put));
  return put(expression);
}

/** With what a sum over stretched dimensions, or the spreading of a reduction, adds to it. */
export function stretched(
  expression: Expression, template: string, { event, meanings, shape, slot }: Equation,
): Expression {
  const came = meanings.get("grad")?.shape ?? [];
  if (slot === null) return expression;
  const dims = summedOver(event.op, template, came, shape);
  if (dims) {
    const along = dims.length === came.length ? "" : `_{${dims.join(", ")}}`;
    return { kind: "call", head: `\\textstyle\\sum${along}`, args: [expression], isPrefix: true };
  }
  const bare = template.replace("\\tfrac{1}{N}\\,", "");
  if (!isSpread(bare, came, shape)) return expression;
  const spread: Expression = countOf(came) === 1
    ? { kind: "product", joins: ["beside"], factors: [{ kind: "leaf", name: "grad" },
      { kind: "symbol", tex: `\\mathbf{1}_{${shape.join(" \\times ")}}` }] }
    : { kind: "call", head: "\\mathrm{expand}", args: [{ kind: "leaf", name: "grad" }],
      isPrefix: false };
  const put = (part: Expression): Expression =>
    (part.kind === "leaf" ? spread : mapParts(part, put));
  return put(expression);
}

/** A gradient that lacks the dimension which a reduction took away, with that dimension again. */
export function realigned(
  { event, meanings, shape, slot }: Equation,
): (value: Value | Entry) => Value | Entry {
  const came = meanings.get("grad")?.shape ?? [];
  const { dim } = event.params;
  if (slot === null || typeof dim !== "number" || !isMisaligned(event, came, shape)) {
    return (value) => value;
  }
  const at = dim < 0 ? dim + shape.length : dim;
  return (value) => (isValue(value) && value.shape.length === came.length
    ? { ...value, shape: [...came.slice(0, at), 1, ...came.slice(at)] } : value);
}

/** The gradient of `W` in place of that of its transpose, which a layer was given. */
export function untransposed(equation: Equation): Equation {
  const { slot, name, meanings, answer, shape } = equation;
  const made = slot === null ? undefined : meanings.get(name)?.made;
  if (made?.kind !== "transpose" || made.of.kind !== "leaf") return equation;
  const of = meanings.get(made.of.name)!;
  if (!of.isNamed || shape.length < 2) return equation;
  return { ...equation, expression: { kind: "transpose", of: equation.expression },
    meanings: new Map(meanings).set(name, { ...of, value: null, shape: swapped(shape) }),
    answer: answer && turned(answer), shape: swapped(shape), isTurned: true };
}
