// Completion and signature help for the names that exist in the engine.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { pythonLanguage } from "@codemirror/lang-python";
import { syntaxTree } from "@codemirror/language";
import {
  Prec, StateEffect, StateField, type EditorState, type Extension,
} from "@codemirror/state";
import { EditorView, keymap, showTooltip, ViewPlugin, type Tooltip } from "@codemirror/view";
import {
  called, members, parameterAt, parametersOf, type Entry, type Names,
} from "../model/names.ts";

const setNames = StateEffect.define<Names>();

/** What the engine has told; nothing until it has. */
const told = StateField.define<Names>({
  create: () => ({}),
  update(names, { effects }) {
    return effects.find((effect) => effect.is(setNames))?.value ?? names;
  },
});

/** How CodeMirror calls each kind; it marks them by it. */
const TYPES: Readonly<Record<Entry["kind"], string>> = {
  function: "function", method: "method", class: "class",
  namespace: "namespace", property: "property", constant: "constant",
};

/** The sentence on the side; signatures are long, and stand there too. */
function infoOf({ signature, about }: Entry, name: string): Completion["info"] {
  if (!signature && !about) return undefined;
  return () => {
    const box = document.createElement("div");
    const head = box.appendChild(document.createElement("code"));
    head.textContent = `${name}${signature}`;
    box.appendChild(document.createElement("p")).textContent = about;
    return box;
  };
}

/** What CodeMirror adds to how well a name fits: 1 for each place that it gains, at most 99. */
const MOST_BOOST = 99;

/** What lessons use most comes first; an in-place form after the op that it is the form of. */
function boostOf(name: string, { uses }: Entry): number {
  if (uses > 0) return Math.min(MOST_BOOST, Math.round(12 * Math.log2(1 + uses)));
  return name.endsWith("_") ? -1 : 0;
}

/** The names that may follow the dot before the cursor. */
function complete(context: CompletionContext): CompletionResult | null {
  const before = context.matchBefore(/[\w.\])]*\.\w*$/);
  if (!before) return null;
  const dot = before.text.lastIndexOf(".");
  const code = context.state.doc.toString();
  const found = members(context.state.field(told), code, before.text.slice(0, dot));
  return {
    from: before.from + dot + 1,
    options: Object.entries(found).map(([label, entry]) => {
      const info = infoOf(entry, label);
      return {
        label, type: TYPES[entry.kind], boost: boostOf(label, entry), ...(info && { info }),
      };
    }),
    validFor: /^\w*$/,
  };
}

interface Call {
  readonly callee: string;
  readonly from: number;
  readonly position: number;
  readonly keyword: string | null;
}

/** The call whose parentheses the cursor stands in. */
function callAt(state: EditorState, cursor: number): Call | null {
  let node = syntaxTree(state).resolveInner(cursor, -1);
  while (node.name !== "ArgList" || node.from >= cursor) {
    if (!node.parent || node.name === "Body") return null;
    node = node.parent;
  }
  const closed = node.lastChild?.name === ")";
  const call = node.parent;
  if (call?.name !== "CallExpression" || (closed && cursor >= node.to)) return null;
  const commas = node.getChildren(",").filter((comma) => comma.from < cursor);
  const start = commas.at(-1)?.to ?? node.from + 1;
  const argument = state.sliceDoc(start, cursor);
  return {
    callee: state.sliceDoc(call.from, node.from), from: node.from,
    position: commas.length, keyword: /^\s*(\w+)\s*=(?!=)/.exec(argument)?.[1] ?? null,
  };
}

/** The signature, the parameter that is being typed in bold, and a sentence. */
function drawn(entry: Entry, name: string, { position, keyword }: Call): HTMLElement {
  const box = document.createElement("div");
  box.className = "signature";
  const parameters = parametersOf(entry.signature);
  const here = parameterAt(parameters, position, keyword);
  const head = box.appendChild(document.createElement("code"));
  head.append(`${name}(`);
  parameters.forEach((parameter, index) => {
    if (index > 0) head.append(", ");
    if (index !== here) return head.append(parameter);
    head.appendChild(document.createElement("strong")).textContent = parameter;
  });
  head.append(")");
  if (entry.about) box.appendChild(document.createElement("p")).textContent = entry.about;
  return box;
}

function tooltipFor(state: EditorState): Tooltip | null {
  const { main } = state.selection;
  if (!main.empty || state.readOnly) return null;
  const call = callAt(state, main.head);
  const entry = call && called(state.field(told), state.doc.toString(), call.callee);
  if (!call || !entry?.signature) return null;
  const name = call.callee.slice(call.callee.lastIndexOf(".") + 1);
  return {
    pos: call.from, above: true, strictSide: false, arrow: false,
    create: () => ({ dom: drawn(entry, name, call) }),
  };
}

/** Shown while one types between the parentheses; Escape and a click elsewhere put it away. */
const signature = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, { docChanged, selection, state, effects }) {
    if (effects.some((effect) => effect.is(dismiss))) return null;
    if (docChanged) return tooltipFor(state);
    return selection && shown ? tooltipFor(state) : shown;
  },
  provide: (field) => showTooltip.from(field),
});

const dismiss = StateEffect.define<null>();

/** Put the signature away; whether there was one. */
function putAway(view: EditorView): boolean {
  if (view.state.field(signature) === null) return false;
  view.dispatch({ effects: dismiss.of(null) });
  return true;
}

/** Ask for the names when the editor is first used: a page that is only watched needs none. */
function asking(ask: () => Promise<Names>): Extension {
  return ViewPlugin.define((view) => {
    const start = async (): Promise<void> => {
      view.contentDOM.removeEventListener("focus", start);
      const names = await ask();
      view.dispatch({ effects: setNames.of(names) });
    };
    view.contentDOM.addEventListener("focus", start);
    return { destroy: () => view.contentDOM.removeEventListener("focus", start) };
  });
}

/** Completion and signature help; `ask` is called once, at the first focus. */
export function knowsNames(ask: () => Promise<Names>): Extension {
  return [
    told, signature, asking(ask),
    pythonLanguage.data.of({ autocomplete: complete }),
    // After the completion list, which hears the same key: one press for each.
    Prec.high(keymap.of([{ key: "Escape", run: putAway }])),
    EditorView.domEventHandlers({ blur: (_, view) => putAway(view) && false }),
  ];
}
