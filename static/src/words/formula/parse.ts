// Reads a TeX template as an expression; what no rule below reads stays text. Pure.

import type { Expression, Join, Term } from "./expression.ts";

const TOKEN = new RegExp([
  "\\$(?:[_a-zA-Z][_a-zA-Z0-9]*|\\{[_a-zA-Z][_a-zA-Z0-9]*\\})", // a name
  "\\\\(?:operatorname|mathrm|mathit|mathcal|mathbf|hat)\\s*(?:\\{[^{}]*\\}|[a-z])", // a word
  "\\\\(?:left|right)\\s*(?:\\\\[a-zA-Z]+|[()[\\]|.])",
  "\\\\[a-zA-Z]+", "\\\\[,;:!]", "\\d+(?:\\.\\d+)?", "[a-zA-Z]", "[^\\s]",
].join("|"), "g");

const FUNCTION = new RegExp("^\\\\(?:lnot|nabla|pm|(?:arc)?(?:sin|cos|tan)h?|ln|log|exp|max|min"
  + "|gcd|arg|det|(?:operatorname|mathrm|mathcal) *\\{)");
/** What is a function only before parentheses. */
const CALLABLE = /^(?:\\(?:sigma|Phi|varphi|psi|Gamma|zeta)|[A-Z]|h)$/;
const SYMBOL = new RegExp("^(?:\\\\(?:pi|epsilon|mu|sigma|tau|infty|dots|hat.*"
  + "|math(?:bf|cal|it).*)|[a-zA-Z])$");
const FENCES: Readonly<Record<string, string>> = {
  "\\lfloor": "\\rfloor", "\\lceil": "\\rceil", "\\lvert": "\\rvert", "\\lVert": "\\rVert",
  "|": "|", "\\left|": "\\right|", "\\left\\lfloor": "\\right\\rfloor",
};
const OPERATOR = /^\\(?:ast|star|bmod|times|land|lor|oplus|ll|gg)$/;
const SIGNS = /^(?:[<>=]|\\(?:le|ge|ne))$/;
const ENDS = new Set([")", "]", "}", "\\right)", "\\right]", "+", "-", ","]);

class Unreadable extends Error {}

class Parser {
  private readonly tokens: readonly string[];
  private readonly starts: readonly number[];
  private readonly template: string;
  private at = 0;

  constructor(template: string) {
    const found = [...template.matchAll(TOKEN)];
    this.tokens = found.map(([token]) => token);
    this.starts = found.map(({ index }) => index);
    this.template = template;
  }

  whole(): Expression {
    const read = this.compared();
    if (this.peek() !== undefined) throw new Unreadable();
    return read.signs.length === 0 ? read.parts[0]! : read;
  }

  private peek(): string | undefined {
    return this.tokens[this.at];
  }

  private take(...wanted: readonly string[]): boolean {
    const isNext = wanted.includes(this.peek() ?? "");
    if (isNext) this.at++;
    return isNext;
  }

  private expect(...wanted: readonly string[]): void {
    if (!this.take(...wanted)) throw new Unreadable();
  }

  private next(): string {
    const token = this.peek();
    if (token === undefined) throw new Unreadable();
    this.at++;
    return token;
  }

  private sum(): Expression {
    const terms: Term[] = [];
    let isNegative = this.take("-");
    for (;;) {
      terms.push({ isNegative, of: this.product() });
      if (this.take("+")) isNegative = this.take("-");
      else if (this.take("-")) isNegative = true;
      else break;
    }
    return terms.length === 1 && !terms[0]!.isNegative ? terms[0]!.of : { kind: "sum", terms };
  }

  private product(): Expression {
    const factors = [this.factor()];
    const joins: Join[] = [];
    for (let join = this.join(); join !== null; join = this.join()) {
      joins.push(join);
      factors.push(this.factor());
    }
    return factors.length === 1 ? factors[0]! : { kind: "product", factors, joins };
  }

  /** How the next factor is joined; null at the end of a product. */
  private join(): Join | null {
    this.spaces();
    const token = this.peek();
    if (token === undefined || ENDS.has(token) || SIGNS.test(token) || this.closes(token)) {
      return null;
    }
    if (this.take("\\odot")) return "odot";
    if (this.take("\\cdot")) return "cdot";
    if (this.take("/")) return { operator: "/" };
    if (!OPERATOR.test(token)) return "beside";
    this.at++;
    const isTurned = this.take("^");
    if (isTurned) this.expect("\\top");
    return { operator: isTurned ? `${token}^\\top` : token };
  }

  private readonly open: string[] = [];

  private closes(token: string): boolean {
    return this.open.at(-1) === token;
  }

  private spaces(): boolean {
    let isThere = false;
    while (this.take("\\,", "\\;", "\\:", "\\!", "\\textstyle")) isThere = true;
    return isThere;
  }

  private factor(): Expression {
    this.spaces();
    let read = this.primary();
    for (;;) {
      if (this.take("^")) read = this.raised(read);
      else if (this.take("_")) read = { kind: "decorated", of: read, suffix: `_${this.group()}` };
      else return read;
    }
  }

  private raised(base: Expression): Expression {
    if (this.take("\\top")) return { kind: "transpose", of: base };
    const start = this.at;
    const text = this.group();
    if (/^\{?(?:[+*]|.*\\top.*|-1.*|.*\*)\}?$/.test(text)) {
      return { kind: "decorated", of: base, suffix: `^${text}` };
    }
    this.at = start;
    if (!this.take("{")) return { kind: "power", base, exponent: this.primary() };
    const exponent = this.sum();
    this.expect("}");
    return { kind: "power", base, exponent };
  }

  /** The text of a group in braces, or of one token. */
  private group(): string {
    const first = this.next();
    if (first !== "{") return first;
    const start = this.starts[this.at - 1]!;
    for (let depth = 1; depth > 0;) {
      const token = this.next();
      depth += token === "{" ? 1 : token === "}" ? -1 : 0;
    }
    return this.template.slice(start, this.starts[this.at - 1]! + 1);
  }

  private inBraces(): Expression {
    this.expect("{");
    const read = this.sum();
    this.expect("}");
    return read;
  }

  private primary(): Expression {
    const token = this.next();
    if (token.startsWith("$")) return { kind: "leaf", name: token.replace(/[${}]/g, "") };
    if (/^\d/.test(token)) return { kind: "number", value: Number(token) };
    if (token === "{" || token === "(" || token === "\\left(") return this.grouped(token);
    if (token === "[") return this.bracket();
    if (FENCES[token] !== undefined) return this.fenced(token, FENCES[token]);
    if (/^\\[td]?frac$/.test(token)) {
      return { kind: "fraction", top: this.inBraces(), bottom: this.inBraces(),
        isSmall: token === "\\tfrac" };
    }
    if (token === "\\sqrt" || token === "\\overline") return this.covered(token);
    if (token === "\\sum" || token === "\\prod") {
      return { kind: "call", head: `\\textstyle${token}${this.marks()}`, args: [this.product()],
        isPrefix: true };
    }
    return this.applied(token);
  }

  private grouped(open: string): Expression {
    const read = this.sum();
    this.expect(open === "{" ? "}" : open === "(" ? ")" : "\\right)");
    return read;
  }

  private fenced(open: string, close: string): Expression {
    this.open.push(close);
    const of = this.sum();
    this.open.pop();
    this.expect(close);
    return { kind: "fence", open, close, of };
  }

  private covered(token: string): Expression {
    const args = [this.inBraces()];
    const marks = token === "\\overline" ? this.marks() : "";
    return { kind: "call", head: token + marks, args, isPrefix: false };
  }

  private bracket(): Expression {
    this.spaces();
    const read = this.compared();
    this.spaces();
    this.expect("]");
    return read;
  }

  /** Sums with signs between them, `a < b`, or one sum alone. */
  private compared(): Extract<Expression, { kind: "bracket" }> {
    const parts = [this.sum()];
    const signs: string[] = [];
    for (let sign = this.peek() ?? ""; SIGNS.test(sign); sign = this.peek() ?? "") {
      signs.push(this.next());
      parts.push(this.sum());
    }
    return { kind: "bracket", parts, signs };
  }

  /** What stands at a function or a mean, above and below. */
  private marks(): string {
    let text = "";
    while (this.peek() === "_" || this.peek() === "^" || this.peek() === "'") {
      const mark = this.next();
      text += mark === "'" ? mark : mark + this.group();
    }
    return text;
  }

  private applied(token: string): Expression {
    const isFunction = FUNCTION.test(token);
    const start = this.at;
    const head = token + (isFunction || CALLABLE.test(token) ? this.marks() : "");
    this.take("\\!");
    const isCalled = this.peek() === "(" || this.peek() === "\\left(";
    if (isCalled && (isFunction || CALLABLE.test(token))) {
      return { kind: "call", head, args: this.args(), isPrefix: false };
    }
    if (isFunction && !/^\\math/.test(token)) {
      return { kind: "call", head, args: [this.factor()], isPrefix: true };
    }
    this.at = start;
    if (!isFunction && !SYMBOL.test(token)) throw new Unreadable();
    return { kind: "symbol", tex: token };
  }

  private args(): readonly Expression[] {
    const close = this.next() === "(" ? ")" : "\\right)";
    const args = [this.sum()];
    while (this.take(",")) args.push(this.sum());
    this.expect(close);
    return args;
  }
}

const known = new Map<string, Expression>();

/** The expression of a template; one that is not read is `raw`, a text with names in it. */
export function parseTemplate(template: string): Expression {
  const found = known.get(template);
  if (found) return found;
  let read: Expression;
  try {
    read = new Parser(template).whole();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    read = { kind: "raw", template };
  }
  known.set(template, read);
  return read;
}
