// What an expression in the code stands for, among the names that the engine has told.

/** One public name: what it is, how it is called, a sentence of it. */
export interface Entry {
  readonly kind: "function" | "method" | "class" | "namespace" | "property" | "constant";
  readonly signature: string;
  readonly about: string;
  /** How many lessons of some hundred name it. */
  readonly uses: number;
}

/** By module or class, e.g. `torch.nn.functional` or `torch.Tensor`. */
export type Names = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

const TENSOR = "torch.Tensor";
const MODULE = "torch.nn.Module";
const IMPORT = /^[ \t]*import[ \t]+([^#\n]+)/gm;
const FROM = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+\(?([^#\n)]+)/gm;

/** `a.b as c` -> its path and the name that it gets here. */
function renamed(part: string): readonly [path: string, name: string] {
  const [path = "", name] = part.trim().split(/\s+as\s+/);
  return [path, name ?? path];
}

/** What the imports of the code call things: a name here -> a path there. */
function importsOf(code: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, list] of code.matchAll(IMPORT)) {
    for (const [path, name] of list!.split(",").map(renamed)) {
      // `import a.b` binds a, `import a.b as c` binds c to a.b.
      if (name === path) found.set(path.split(".")[0]!, path.split(".")[0]!);
      else found.set(name, path);
    }
  }
  for (const [, module, list] of code.matchAll(FROM)) {
    for (const [path, name] of list!.split(",").map(renamed)) {
      if (path) found.set(name, `${module}.${path}`);
    }
  }
  return found;
}

function at(names: Names, path: string): Entry | null {
  const dot = path.lastIndexOf(".");
  return names[path.slice(0, dot)]?.[path.slice(dot + 1)] ?? null;
}

/** A dotted expression as a path from `torch`, or null when it does not begin with an import. */
function pathOf(code: string, expression: string): string | null {
  const [first = "", ...rest] = expression.split(".");
  const path = importsOf(code).get(first);
  return path === undefined ? null : [path, ...rest].join(".");
}

/** The class of what a variable was last bound to, as far as one line tells it. */
function classOf(names: Names, code: string, variable: string): string | null {
  if (!/^\w+$/.test(variable)) return TENSOR;
  const binding = new RegExp(`^[ \\t]*${variable}[ \\t]*=[ \\t]*([\\w.]+)\\(`, "gm");
  const made = pathOf(code, [...code.matchAll(binding)].at(-1)?.[1] ?? "");
  const entry = made === null ? null : at(names, made);
  if (entry?.kind !== "class" || made === null) return TENSOR;
  if (made.startsWith("torch.nn.") && !made.endsWith("Parameter")) return MODULE;
  return made.startsWith("torch.optim.") || made.startsWith("torch.utils.") ? null : TENSOR;
}

/** What may follow `expression.`: of a module its names, of anything else a tensor's. */
export function members(
  names: Names, code: string, expression: string,
): Readonly<Record<string, Entry>> {
  const path = pathOf(code, expression);
  if (path !== null) return names[path] ?? {};
  return names[classOf(names, code, expression) ?? ""] ?? {};
}

/** The function, class or method that is called as `callee(...)`. */
export function called(names: Names, code: string, callee: string): Entry | null {
  const path = pathOf(code, callee);
  if (path !== null) return at(names, path);
  const dot = callee.lastIndexOf(".");
  if (dot < 0) return null;
  return members(names, code, callee.slice(0, dot))[callee.slice(dot + 1)] ?? null;
}

/** The parameters of `(a, b=(1, 2), *, c)`, each as it is written. */
export function parametersOf(signature: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let word = "";
  for (const letter of signature.slice(1, -1)) {
    if (letter === "," && depth === 0) {
      found.push(word.trim());
      word = "";
      continue;
    }
    if ("([{".includes(letter)) depth += 1;
    if (")]}".includes(letter)) depth -= 1;
    word += letter;
  }
  return word.trim() ? [...found, word.trim()] : found;
}

/** Where in `parameters` an argument goes: by its keyword, or by how many stand before it. */
export function parameterAt(
  parameters: readonly string[], position: number, keyword: string | null,
): number {
  if (keyword !== null) {
    return parameters.findIndex((each) => each.split("=")[0] === keyword);
  }
  const many = parameters.findIndex((each) => /^\*\w/.test(each));
  const only = parameters.indexOf("*");
  const last = many >= 0 ? many : (only >= 0 ? only : parameters.length) - 1;
  if (position <= last) return position;
  return many >= 0 ? many : -1;
}
