// torch's own repr of a value: a port of torch/_tensor_str.py for what a run document can hold.

import { fixed, isFloating, PRECISION, scientific, widened } from "./number.ts";
import type { Entry, Value } from "./run.ts";

export interface ReprExtras {
  /** Name of its grad_fn, e.g. `MulBackward0`. */
  readonly grad_fn?: string | null;
  readonly requires_grad?: boolean;
  readonly parameter?: boolean;
}

const LINE_WIDTH = 80;
const PREFIX = "tensor(";
const SHOWN_WITHOUT_DTYPE = new Set(["float32", "complex64", "int64", "bool"]);

interface Formatter {
  readonly width: number;
  format(entry: Entry): string;
}

/** How all entries of one tensor are written, so that their columns line up. */
function formatterFor(entries: readonly Entry[], dtype: string): Formatter {
  const write = isFloating(dtype) ? floatWriter(entries, dtype) : String;
  const plain = (entry: Entry) => typeof entry === "boolean" ? (entry ? "True" : "False")
    : entry === "?" ? entry : write(entry);
  const width = isFloating(dtype) ? floatWidth(entries, dtype, write)
    : Math.max(1, ...entries.map((entry) => plain(entry).length));
  return { width, format: (entry) => plain(entry).padStart(width) };
}

/** torch measures only entries that are neither zero nor infinite nor nan. */
function measured(entries: readonly Entry[], dtype: string): readonly number[] {
  return entries.map((e) => widened(e, dtype)).filter((x) => Number.isFinite(x) && x !== 0);
}

function floatWidth(
  entries: readonly Entry[], dtype: string, write: (entry: Entry) => string,
): number {
  return Math.max(1, ...measured(entries, dtype).map((x) => write(x).length));
}

function floatWriter(entries: readonly Entry[], dtype: string): (entry: Entry) => string {
  const finite = measured(entries, dtype);
  const sizes = finite.map(Math.abs);
  const most = Math.max(...sizes);
  const least = Math.min(...sizes);
  if (finite.length > 0 && (most / least > 1000 || most > 1e8 || least < 1e-4)) {
    return (entry) => scientific(widened(entry, dtype), PRECISION);
  }
  if (finite.every(Number.isInteger)) {
    return (entry) => {
      const x = widened(entry, dtype);
      return Number.isFinite(x) ? `${Object.is(x, -0) ? "-0" : x}.` : fixed(x, PRECISION);
    };
  }
  return (entry) => fixed(widened(entry, dtype), PRECISION);
}

/** Writes a complex entry with one formatter for each part. */
function complexFormatter(entries: readonly Entry[], dtype: string): Formatter {
  const part = dtype === "complex128" ? "float64" : "float32";
  const at = (entry: Entry, i: 0 | 1): Entry => typeof entry === "object" ? entry[i] : 0;
  const real = formatterFor(entries.map((entry) => at(entry, 0)), part);
  const imaginary = formatterFor(entries.map((entry) => at(entry, 1)), part);
  return {
    width: real.width + imaginary.width + 1,
    format(entry) {
      const text = `${imaginary.format(at(entry, 1)).trimStart()}j`;
      return real.format(at(entry, 0)) + (/^[+-]/.test(text) ? text : `+${text}`);
    },
  };
}

function vectorText(entries: readonly Entry[], indent: number, formatter: Formatter): string {
  const perLine = Math.max(1, Math.floor((LINE_WIDTH - indent) / (formatter.width + 2)));
  const lines: string[] = [];
  for (let i = 0; i < entries.length; i += perLine) {
    lines.push(entries.slice(i, i + perLine).map(formatter.format).join(", "));
  }
  return `[${lines.join(`,\n${" ".repeat(indent + 1)}`)}]`;
}

function nestedText(
  entries: readonly Entry[], shape: readonly number[], indent: number, formatter: Formatter,
): string {
  if (shape.length === 0) return formatter.format(entries[0]!);
  if (shape.length === 1) return vectorText(entries, indent, formatter);
  const [rows = 0, ...rest] = shape;
  const size = entries.length / rows;
  const slices = Array.from({ length: rows }, (_, i) =>
    nestedText(entries.slice(i * size, (i + 1) * size), rest, indent + 1, formatter));
  return `[${slices.join(`,${"\n".repeat(shape.length - 1)}${" ".repeat(indent + 1)}`)}]`;
}

function contents(value: Value, entries: readonly Entry[]): string {
  if (entries.length === 0) return "[]";
  const formatter = value.dtype.startsWith("complex") ? complexFormatter(entries, value.dtype)
    : formatterFor(entries, value.dtype);
  return nestedText(entries, value.shape, PREFIX.length, formatter);
}

function tuple(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
}

function suffixes(value: Value, extras: ReprExtras): readonly string[] {
  const { shape, dtype } = value;
  const empty = value.data?.length === 0;
  const found: string[] = [];
  if (empty && shape.length !== 1) found.push(`size=${tuple(shape)}`);
  if (empty ? dtype !== "float32" : !SHOWN_WITHOUT_DTYPE.has(dtype)) {
    found.push(`dtype=torch.${dtype}`);
  }
  if (extras.grad_fn) found.push(`grad_fn=<${extras.grad_fn}>`);
  else if (extras.requires_grad) found.push("requires_grad=True");
  return found;
}

/** A suffix that does not fit into the line begins a new one. */
function withSuffixes(text: string, added: readonly string[]): string {
  let all = text;
  let last = text.length - text.lastIndexOf("\n") + 1;
  for (const suffix of added) {
    if (last + suffix.length + 2 > LINE_WIDTH) {
      all += `,\n${" ".repeat(PREFIX.length)}${suffix}`;
      last = PREFIX.length + suffix.length;
    } else {
      all += `, ${suffix}`;
      last += suffix.length + 2;
    }
  }
  return `${all})`;
}

/** torch's `repr` of a value, or null where the document has only statistics of it. */
export function reprOf(value: Value, extras: ReprExtras = {}): string | null {
  if (!value.data) return null;
  const text = withSuffixes(PREFIX + contents(value, value.data), suffixes(value, extras));
  return extras.parameter ? `Parameter containing:\n${text}` : text;
}
