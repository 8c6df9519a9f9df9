// TeX templates over the names of a formula: `$grad \odot $other`, filled with whatever is wanted.

const NAME = /\$(?:\$|([_a-zA-Z][_a-zA-Z0-9]*)|\{([_a-zA-Z][_a-zA-Z0-9]*)\})/g;

/** Python's string.Template: `$name`, `${name}`, `$$`; a name that nobody knows stays as it is. */
export function fill(template: string, names: Readonly<Record<string, string>>): string {
  return template.replace(NAME, (found: string, bare?: string, braced?: string) => {
    const name = bare ?? braced;
    if (name === undefined) return "$";
    return Object.hasOwn(names, name) ? names[name]! : found;
  });
}

/** The names that a template asks for, each once. */
export function namesIn(template: string): readonly string[] {
  const found = [...template.matchAll(NAME)].map((match) => match[1] ?? match[2]);
  return [...new Set(found.filter((name) => name !== undefined))];
}

/** A variable of the user, or a name of the formula, as TeX. */
export function texName(name: string): string {
  return /^[a-zA-Z]$/.test(name) ? name : `\\mathit{${name.replace(/[_#%&$]/g, "\\$&")}}`;
}
