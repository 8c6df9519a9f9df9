// The shortest path that tells a box from all others on its sheet: `h.0` of `transformer.h.0`.

import type { Run } from "../../model/run.ts";
import { frameAt } from "../../model/timeline.ts";
import { boxLabelOf, labelOf, opWord } from "../../model/timeline/label.ts";
import type { Sheet } from "../sheet.ts";

/** For each end of a path how many names of a sheet end so. */
type Endings = ReadonlyMap<string, number>;

/** `a.b.c` -> `c`, `b.c`, `a.b.c`; an end that is only a number tells nothing. */
function endingsOf(name: string): readonly string[] {
  const parts = name.split(".");
  return parts.map((_, i) => parts.slice(parts.length - 1 - i).join("."))
    .filter((end) => !/^[\d.]+$/.test(end));
}

/** What a box is called at the end of its pass, and the op that made it. */
interface EndWords {
  readonly name: string | null;
  readonly word: string;
}

/** The words of all boxes of a sheet at the end of its pass. */
export function endWordsOn(run: Run, sheet: Sheet): readonly EndWords[] {
  const { plane, layout, ids } = sheet;
  const pass = run.passes.find(({ boxes }) => boxes === sheet.cast);
  const end = (pass?.last ?? run.events.length - 1) + 1;
  const { nodes, tensors } = frameAt(run, end);
  return plane.boxes.map(({ group, kind }, box): EndWords => {
    const id = ids[box]!;
    if (group !== null) return { name: layout.groups[group]!.label, word: kind };
    if (!id.startsWith("n")) {
      const event = run.events[tensors.get(id)?.made ?? -1];
      const word = event?.kind === "op" ? opWord(run, event) : kind;
      return { name: labelOf(run, id, end), word };
    }
    const node = nodes.get(id);
    const op = node?.op ?? null;
    return { name: boxLabelOf(run, node?.outputs ?? [], end),
      word: op === null ? node?.name ?? kind : run.ops[op]?.word ?? op };
  });
}

const known = new WeakMap<Sheet, Endings>();

function endingsOn(run: Run, sheet: Sheet): Endings {
  const before = known.get(sheet);
  if (before) return before;
  const found = new Map<string, number>();
  const names = endWordsOn(run, sheet).flatMap(({ name }) => name ?? []);
  for (const name of new Set(names)) {
    for (const end of endingsOf(name)) found.set(end, (found.get(end) ?? 0) + 1);
  }
  known.set(sheet, found);
  return found;
}

/** The shortest end of a name's path that no other name on the sheet ends in; else all of it. */
export function shortPath(run: Run, sheet: Sheet, name: string): string {
  if (!name.includes(".")) return name;
  const endings = endingsOn(run, sheet);
  return endingsOf(name).find((end) => (endings.get(end) ?? 0) <= 1) ?? name;
}

/** The short paths of a sheet, and what is known of cuts of them. */
interface Cuts {
  readonly names: readonly string[];
  readonly onlyOne: Map<string, boolean>;
}

const cutsKnown = new WeakMap<Sheet, Cuts>();

function cutsOn(run: Run, sheet: Sheet): Cuts {
  let cuts = cutsKnown.get(sheet);
  if (!cuts) {
    const all = new Set(endWordsOn(run, sheet).flatMap(({ name }) => name ?? []));
    const names = [...all].map((name) => shortPath(run, sheet, name));
    cutsKnown.set(sheet, cuts = { names, onlyOne: new Map() });
  }
  return cuts;
}

/** Is a cut name, `conv1.w…`, that of only one variable on the sheet? */
export function isOnlyOne(run: Run, sheet: Sheet, cut: string): boolean {
  const { names, onlyOne } = cutsOn(run, sheet);
  let known = onlyOne.get(cut);
  if (known === undefined) {
    const [head = "", tail = ""] = cut.split("…");
    const like = names.filter((name) => name.length > head.length + tail.length
      && name.startsWith(head) && name.endsWith(tail));
    onlyOne.set(cut, known = like.length <= 1);
  }
  return known;
}
