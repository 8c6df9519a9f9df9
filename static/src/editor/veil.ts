// Comments in the code, hidden while a class is asked: those of a lesson tell what comes out.

import { ensureSyntaxTree } from "@codemirror/language";
import {
  RangeSetBuilder, StateEffect, StateField, type EditorState, type Extension,
} from "@codemirror/state";
import { Decoration, EditorView, WidgetType, type DecorationSet } from "@codemirror/view";
import { el } from "../app/dom.ts";

/** A lesson's code is parsed in much less. */
const PARSE_MS = 200;

export const setVeil = StateEffect.define<boolean>();

class HiddenComment extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    return el("span", { class: "tok-comment", text: "# …" });
  }
}

const HIDDEN = Decoration.replace({ widget: new HiddenComment() });

function comments(state: EditorState): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  ensureSyntaxTree(state, state.doc.length, PARSE_MS)?.iterate({
    enter: ({ name, from, to }) => {
      if (name === "Comment") found.add(from, to, HIDDEN);
    },
  });
  return found.finish();
}

const veil = StateField.define<DecorationSet | null>({
  create: () => null,
  update(now, { state, docChanged, effects }) {
    const set = effects.find((effect) => effect.is(setVeil));
    const isHidden = set ? set.value === true : now !== null;
    if (!isHidden) return null;
    return now === null || docChanged ? comments(state) : now;
  },
  provide: (field) => EditorView.decorations.from(field, (found) => found ?? Decoration.none),
});

export function hidesComments(): Extension {
  return veil;
}
