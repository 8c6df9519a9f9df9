// Cards for names in the code: what a variable holds at the moment that is shown.

import type { Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";

/** A dotted path with subscripts by numbers, as the list of variables has: `net.0.weight`. */
const PATH = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+|\[\d+\])*/gu;

/** The path that ends at the word at a place: in `net.fc.weight` at `fc` it is `net.fc`. */
export function pathAt(line: string, at: number): { from: number; to: number } | null {
  for (const { index, 0: path } of line.matchAll(PATH)) {
    if (at < index || at >= index + path.length) continue;
    const rest = /^[\p{L}\p{N}_\]]*/u.exec(line.slice(at, index + path.length))![0];
    return { from: index, to: at + rest.length };
  }
  return null;
}

/** Show the card of the name under the pointer, if `cardFor` knows it. */
export function showsNames(cardFor: (name: string) => HTMLElement | null): Extension {
  return hoverTooltip((view, place) => {
    const { from, text } = view.state.doc.lineAt(place);
    const found = pathAt(text, place - from);
    const card = found && cardFor(text.slice(found.from, found.to));
    if (!found || !card) return null;
    return { pos: from + found.from, end: from + found.to, above: false,
      create: () => ({ dom: card }) };
  }, { hoverTime: 300 });
}
