// Where numbers came from, with gradient or without: the way that a gradient would have gone back.

import type { Run, TapeEvent } from "../run.ts";
import { labelOf } from "../timeline/label.ts";
import type { Cut } from "./finding.ts";

/** `to` was made of `from`; `cut` when no gradient comes back along this. */
interface Link {
  readonly from: string;
  readonly event: number;
  readonly cut: Cut["how"] | null;
}

type Links = ReadonlyMap<string, readonly Link[]>;

function linksOf(event: TapeEvent, i: number): readonly (readonly [to: string, link: Link])[] {
  if (event.kind === "mode" && event.what === "detach") {
    return [[event.tensor, { from: event.of, event: i, cut: "detach" }]];
  }
  if (event.kind !== "op") return [];
  const cut = event.node === null && !event.grad_mode ? "no_grad" : null;
  return event.outputs.flatMap(({ tensor }) => event.inputs.flatMap(({ tensor: from }) =>
    (from === undefined || from === tensor ? [] : [[tensor, { from, event: i, cut }] as const])));
}

const kept = new WeakMap<Run, Links>();

function allLinks(run: Run): Links {
  let links = kept.get(run);
  if (!links) {
    const found = new Map<string, Link[]>();
    run.events.forEach((event, i) => {
      for (const [to, link] of linksOf(event, i)) {
        const list = found.get(to);
        if (list) list.push(link);
        else found.set(to, [link]);
      }
    });
    kept.set(run, links = found);
  }
  return links;
}

/** Every tensor that `to` was made of, each with the nearest cut on the way to it, if any. */
export function ancestors(run: Run, to: string): ReadonlyMap<string, Link | null> {
  const links = allLinks(run);
  const found = new Map<string, Link | null>([[to, null]]);
  const waiting = [to];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const cut = found.get(next) ?? null;
    for (const link of links.get(next) ?? []) {
      const stopped = link.cut === null ? cut : link;
      const known = found.get(link.from);
      // A way without a cut counts more than one that was found before it.
      if (known === null || (known !== undefined && stopped !== null)) continue;
      found.set(link.from, stopped);
      waiting.push(link.from);
    }
  }
  return found;
}

/** A cut in the user's terms. */
export function cutOf(run: Run, { from, event, cut }: Link): Cut {
  const at = run.events[event];
  return {
    how: cut ?? "detach", line: at && "line" in at ? at.line : null, of: labelOf(run, from, event),
  };
}
