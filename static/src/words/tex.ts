// Formulas as KaTeX sets them; KaTeX itself is fetched when the first formula is wanted.

type Katex = typeof import("katex").default;

let katex: Promise<Katex> | null = null;

async function load(): Promise<Katex> {
  try {
    return (await import("katex")).default;
  } catch (error) {
    katex = null; // so that the next formula tries again
    throw error;
  }
}

/** Show `tex` in `host`; until KaTeX is there, and where it does not understand, as plain text. */
export async function typeset(host: HTMLElement, tex: string): Promise<void> {
  host.textContent = tex;
  try {
    katex ??= load();
    (await katex).render(tex, host, { throwOnError: true, strict: false });
  } catch {
    host.textContent = tex;
  }
}
