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

/** A variable of the user as TeX. */
export function texName(name: string): string {
  return /^[a-zA-Z]$/.test(name) ? name : `\\mathit{${name.replace(/[_#%&$]/g, "\\$&")}}`;
}

/** A name of the formula as TeX; `tensors__1` is the tensor with index 1 of several. */
export function slotTex(name: string): string {
  const nth = /^(.+)__(\d+)$/.exec(name);
  return nth ? `{${texName(nth[1]!)}}_{${nth[2]}}` : texName(name);
}

/** The name of an op as TeX: torch's own ops by the names of its functions. */
export function texWord(word: string): string {
  const known = word.replace(/^unsafe_/, "").replace("mkldnn_rnn_layer", "lstm");
  return `\\mathrm{${known.replace(/[_#%&$]/g, "\\$&")}}`;
}
