// A persistent table keyed by the recorder's ids: a new frame changes rows, old ones keep theirs.

const PAGE = 32;

/** Index part of an id: `t12` -> 12. */
function rowOf(id: string): number {
  return Number(id.slice(1));
}

/** Rows of T by id (`t0, t1, ...`); `set` answers a new table that shares all other pages. */
export class Table<T> {
  readonly size: number;
  readonly #pages: readonly (readonly (T | undefined)[])[];

  private constructor(pages: readonly (readonly (T | undefined)[])[], size: number) {
    this.#pages = pages;
    this.size = size;
  }

  static empty<T>(): Table<T> {
    return new Table<T>([], 0);
  }

  get(id: string): T | undefined {
    const row = rowOf(id);
    return this.#pages[Math.floor(row / PAGE)]?.[row % PAGE];
  }

  set(id: string, value: T): Table<T> {
    const row = rowOf(id);
    const at = Math.floor(row / PAGE);
    const pages = this.#pages.slice();
    while (pages.length <= at) pages.push([]);
    const page = (pages[at] ?? []).slice();
    const isNew = page[row % PAGE] === undefined;
    page[row % PAGE] = value;
    pages[at] = page;
    return new Table(pages, this.size + (isNew ? 1 : 0));
  }

  /** All rows, in the order of their ids. */
  *values(): IterableIterator<T> {
    for (const page of this.#pages) {
      for (const value of page) if (value !== undefined) yield value;
    }
  }
}
