// What a document from outside is checked with: a check of a value refuses it in one sentence.

/** The document is broken, or of a version that this page does not know; the message says so. */
export class RunError extends Error {
  override readonly name = "RunError";
}

export type Json = Readonly<Record<string, unknown>>;
export type Check = (value: unknown, where: string) => void;

export function refuse(where: string, what: string): never {
  throw new RunError(`This run document is broken: ${where} ${what}.`);
}

export function record(value: unknown, where: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    refuse(where, "is not an object");
  }
  return value as Json;
}

export function list(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) refuse(where, "is not a list");
  return value;
}

export const text: Check = (value, where) => {
  if (typeof value !== "string") refuse(where, "is not a text");
};

export const flag: Check = (value, where) => {
  if (typeof value !== "boolean") refuse(where, "is not true or false");
};

export const finite: Check = (value, where) => {
  if (typeof value !== "number" || !Number.isFinite(value)) refuse(where, "is not a number");
};

export const count: Check = (value, where) => {
  if (!Number.isInteger(value) || (value as number) < 0) refuse(where, "is not a count");
};

export const id: Check = (value, where) => {
  if (typeof value !== "string" || !/^[tn]\d{1,9}$/.test(value)) refuse(where, "is not an id");
};

export const orNull = (check: Check): Check => (value, where) => {
  if (value !== null) check(value, where);
};

export const orMissing = (check: Check): Check => (value, where) => {
  if (value !== undefined) check(value, where);
};

export const each = (check: Check): Check => (value, where) => {
  list(value, where).forEach((item, i) => check(item, `${where}[${i}]`));
};

export const oneOf = (...words: readonly string[]): Check => (value, where) => {
  if (!words.includes(value as string)) refuse(where, `is not one of ${words.join(", ")}`);
};

export const shaped = (fields: Readonly<Record<string, Check>>): Check => (value, where) => {
  const object = record(value, where);
  for (const [field, check] of Object.entries(fields)) check(object[field], `${where}.${field}`);
};
