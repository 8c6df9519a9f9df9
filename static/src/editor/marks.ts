// Marks in the editor: the line that runs now, and an error under its line.

import { RangeSet, StateEffect, StateField, type Extension, type Text } from "@codemirror/state";
import {
  Decoration, EditorView, gutterLineClass, GutterMarker, WidgetType, type DecorationSet,
} from "@codemirror/view";
import { el, icon } from "../app/dom.ts";

/** An error to show under a line; the findings explain it, the console has torch's words. */
export interface Trouble {
  readonly line: number;
  /** Other lines that had a part in it. */
  readonly lines: readonly number[];
  readonly title: string;
  readonly what: string;
}

export interface Marks {
  /** The line that the program is at. */
  readonly now: number | null;
  readonly trouble: Trouble | null;
  /** The line of the finding whose moment it is and whose words are open. */
  readonly found: number | null;
  /** Lines that left something on the tape: their numbers can be clicked. */
  readonly makes: ReadonlySet<number>;
}

export const setMarks = StateEffect.define<Marks>();

class TroubleWidget extends WidgetType {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super();
    this.trouble = trouble;
  }

  override eq(other: TroubleWidget): boolean {
    return JSON.stringify(other.trouble) === JSON.stringify(this.trouble);
  }

  override toDOM(): HTMLElement {
    const { title, what } = this.trouble;
    return el("div", { class: "line-trouble" },
      el("div", { class: "line-trouble-card" }, icon("alert", "icon small"),
        el("p", { class: "explained-title", text: title }), el("p", { text: what })));
  }
}

class LineClass extends GutterMarker {
  override readonly elementClass: string;

  constructor(name: string) {
    super();
    this.elementClass = name;
  }
}

const PART_LINE = Decoration.line({ class: "line-part" });
const NOW_LINE = Decoration.line({ class: "line-now" });
const ERROR_LINE = Decoration.line({ class: "line-error" });
const NOW_GUTTER = new LineClass("gutter-now");
const MAKES_GUTTER = new LineClass("makes");

interface Drawn {
  readonly lines: DecorationSet;
  readonly gutter: RangeSet<GutterMarker>;
}

function drawn(doc: Text, { now, trouble, found, makes }: Marks): Drawn {
  const has = (line: number): boolean => line >= 1 && line <= doc.lines;
  const lines = [];
  const gutter = [...makes].filter(has).map((n) => MAKES_GUTTER.range(doc.line(n).from));
  if (now !== null && has(now)) {
    lines.push(NOW_LINE.range(doc.line(now).from));
    gutter.push(NOW_GUTTER.range(doc.line(now).from));
  }
  if (found !== null && has(found) && found !== now) {
    lines.push(PART_LINE.range(doc.line(found).from));
  }
  if (trouble) {
    const line = doc.line(Math.max(1, Math.min(trouble.line, doc.lines)));
    lines.push(ERROR_LINE.range(line.from));
    lines.push(...trouble.lines.filter(has).map((n) => PART_LINE.range(doc.line(n).from)));
    const widget = new TroubleWidget(trouble);
    lines.push(Decoration.widget({ widget, block: true, side: 1 }).range(line.to));
  }
  return { lines: Decoration.set(lines, true), gutter: RangeSet.of(gutter, true) };
}

const marks = StateField.define<Drawn>({
  create: () => ({ lines: Decoration.none, gutter: RangeSet.empty }),
  update({ lines, gutter }, { changes, effects, state }) {
    const told = effects.findLast((effect) => effect.is(setMarks));
    if (told) return drawn(state.doc, told.value as Marks);
    return { lines: lines.map(changes), gutter: gutter.map(changes) };
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ lines }) => lines),
    gutterLineClass.from(field, ({ gutter }) => gutter),
  ],
});

export function showMarks(): Extension {
  return marks;
}
