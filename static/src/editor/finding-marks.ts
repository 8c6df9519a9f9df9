// The findings in the gutter of the code: one mark a line, which says their titles and opens them.

import { RangeSet, StateEffect, StateField, type Extension, type Text } from "@codemirror/state";
import { gutter, GutterMarker, type EditorView } from "@codemirror/view";
import { el, icon, spoken } from "../app/dom.ts";
import { findingOfMark, findingsListed, isStale, type State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import type { Severity } from "../findings/finding.ts";
import { markWords } from "../findings/said.ts";

/** The findings of a line: their numbers in the list, and what is said of each. */
interface LineMark {
  readonly line: number;
  readonly severity: Severity;
  readonly numbers: readonly number[];
  readonly words: readonly string[];
}

const setFindings = StateEffect.define<readonly LineMark[]>();

const GRADES: readonly Severity[] = ["error", "mistake", "smell", "note"];

/** The findings of each line, the gravest of it first. */
function marksOf(state: State): readonly LineMark[] {
  const byLine = new Map<number, number[]>();
  const found = findingsListed(state);
  found.forEach(({ line }, i) => {
    if (line !== null) byLine.set(line, [...byLine.get(line) ?? [], i]);
  });
  return [...byLine].map(([line, given]) => {
    const numbers = given.toSorted((one, other) =>
      GRADES.indexOf(found[one]!.severity) - GRADES.indexOf(found[other]!.severity));
    const own = numbers.map((i) => found[i]!);
    return { line, numbers, severity: own[0]!.severity, words: markWords(own, state.language) };
  });
}

class FindingMark extends GutterMarker {
  readonly mark: LineMark;
  readonly store: Store;

  constructor(mark: LineMark, store: Store) {
    super();
    this.mark = mark;
    this.store = store;
  }

  override eq(other: FindingMark): boolean {
    return JSON.stringify(other.mark) === JSON.stringify(this.mark);
  }

  override toDOM(): HTMLElement {
    const { severity, words, numbers } = this.mark;
    const { length } = numbers;
    return el("button", {
      type: "button", class: `finding-mark ${severity}`, "aria-label": words.join(" "),
      click: () => this.store.send(
        { kind: "findingSought", finding: findingOfMark(this.store.state, numbers) }),
    },
    icon(severity, "icon small"),
    ...(length > 1 ? [el("span", { class: "finding-mark-count", "aria-hidden": "true",
      text: String(length) })] : []),
    el("span", { class: "finding-mark-words", "aria-hidden": "true" },
      ...words.map((one) => el("span", {}, ...spoken(one)))));
  }
}

type Placed = RangeSet<GutterMarker>;

function placed(doc: Text, marks: readonly LineMark[], store: Store): Placed {
  return RangeSet.of(marks.filter(({ line }) => line >= 1 && line <= doc.lines)
    .map((mark) => new FindingMark(mark, store).range(doc.line(mark.line).from)), true);
}

/** Keeps the room of a mark, so that code does not move when a run has findings. */
class Spacer extends GutterMarker {
  override toDOM(): HTMLElement {
    return el("span", { class: "finding-room" });
  }
}

/** The gutter of findings; marks move with the text that they stand beside. */
export function findingGutter(store: Store): Extension {
  const field = StateField.define<Placed>({
    create: () => RangeSet.empty,
    update(marks, { changes, effects, state }) {
      const told = effects.findLast((effect) => effect.is(setFindings));
      return told ? placed(state.doc, told.value as readonly LineMark[], store)
        : marks.map(changes);
    },
  });
  return [field, gutter({
    class: "finding-gutter", initialSpacer: () => new Spacer(),
    markers: (view) => view.state.field(field),
  })];
}

/** CodeMirror hides all gutters from screen readers; marks are buttons with words. */
function open(view: EditorView): void {
  const gutters = view.dom.querySelector(".cm-gutters");
  gutters?.removeAttribute("aria-hidden");
  for (const each of gutters?.children ?? []) {
    if (!each.classList.contains("finding-gutter")) each.setAttribute("aria-hidden", "true");
  }
}

/** Put the findings of the run beside its lines, for as long as it is a run of this code. */
export function followFindings(store: Store, view: EditorView): void {
  open(view);
  store.watch((s) => [s.run, s.unread, s.language, isStale(s)], (state) => {
    if (isStale(state) && state.unread === null) return; // marks move with their text
    view.dispatch({ effects: setFindings.of(marksOf(state)) });
  });
}
