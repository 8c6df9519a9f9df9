// A persistent map keyed by the recorder's ids: a new frame changes entries, old ones keep theirs.

const BITS = 5;
const FAN = 1 << BITS;

/** Rows on the lowest level, branches on all others; a place that nothing was put in is a hole. */
type Branch<T> = readonly (T | Branch<T> | undefined)[];

/** Index part of an id: `t12` -> 12. */
function rowOf(id: string): number {
  return Number(id.slice(1));
}

function put<T>(branch: Branch<T>, level: number, row: number, value: T): Branch<T> {
  const copy = branch.slice();
  const at = (row >>> (level * BITS)) % FAN;
  const below = (copy[at] ?? []) as Branch<T>;
  copy[at] = level === 0 ? value : put(below, level - 1, row, value);
  return copy;
}

function* leaves<T>(branch: Branch<T>, level: number): IterableIterator<T> {
  for (const each of branch) {
    if (each === undefined) continue;
    if (level === 0) yield each as T;
    else yield* leaves(each as Branch<T>, level - 1);
  }
}

/** Rows of T by id (`t0, t1, ...`); `set` answers a new table that shares nearly all with the old.
 *
 * A tree of 32 ways, so that a row costs as much in a long tape as in a short one.
 */
export class Table<T> {
  readonly size: number;
  readonly #root: Branch<T>;
  /** How many levels of branches lie above the rows. */
  readonly #level: number;

  private constructor(root: Branch<T>, level: number, size: number) {
    this.#root = root;
    this.#level = level;
    this.size = size;
  }

  static empty<T>(): Table<T> {
    return new Table<T>([], 0, 0);
  }

  get(id: string): T | undefined {
    const row = rowOf(id);
    if (row >= FAN ** (this.#level + 1)) return undefined;
    let branch: Branch<T> | undefined = this.#root;
    for (let level = this.#level; level > 0; level--) {
      branch = branch?.[(row >>> (level * BITS)) % FAN] as Branch<T> | undefined;
    }
    return branch?.[row % FAN] as T | undefined;
  }

  set(id: string, value: T): Table<T> {
    const row = rowOf(id);
    let [root, level] = [this.#root, this.#level];
    for (; row >= FAN ** (level + 1); level++) root = [root];
    const isNew = this.get(id) === undefined;
    return new Table(put(root, level, row, value), level, this.size + (isNew ? 1 : 0));
  }

  /** All rows, in the order of their ids. */
  values(): IterableIterator<T> {
    return leaves(this.#root, this.#level);
  }
}
