// The editor: CodeMirror 6 around the state's code. It reports edits and clicks on line numbers.

import {
  autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap,
} from "@codemirror/autocomplete";
import {
  defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory,
} from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import {
  bracketMatching, indentOnInput, indentUnit, syntaxHighlighting,
} from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import {
  Compartment, EditorState, Transaction, type Extension, type StateEffect,
} from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { fetchNames } from "../server/api.ts";
import { knowsNames } from "./completion.ts";
import { findingGutter, followFindings } from "./finding-marks.ts";
import { showsNames } from "./hover-names.ts";
import { setMarks, showMarks, type Marks, type Trouble } from "./marks.ts";
import { hidesComments, setVeil } from "./veil.ts";
import { errorOf } from "../findings/findings.ts";
import { byId } from "../app/dom.ts";
import {
  findingOnStage, isStale, linesOf, momentOfLine, stopOfFinding, type State,
} from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import { lineAt } from "../model/timeline.ts";
import { tidied } from "../model/transcript.ts";
import { chosenCall } from "../model/variables.ts";

const NOTHING: ReadonlySet<number> = new Set();

/** The error to show at a cursor: from the moment on at which it happened, if any of it ran. */
function troubleOf({ run, unread, cursor, language }: State): Trouble | null {
  const failed = unread ?? (run && cursor >= run.events.length ? run : null);
  const error = failed && errorOf(failed);
  if (!error || error.line === null) return null;
  const { title, what } = error.explained(language);
  return { line: error.line, lines: error.lines, title, what };
}

/** The line of the open finding, at the moment at which it comes to light. */
function foundLine(state: State): number | null {
  const finding = findingOnStage(state);
  if (!finding || state.sought === null) return null;
  return stopOfFinding(state, finding) === state.cursor ? finding.line : null;
}

function lineOf(state: State): number | null {
  const { run, stops, cursor, frame } = state;
  if (run && frame !== null) return chosenCall(run, state).line;
  return run && lineAt(run, stops, cursor);
}

/** The line that a run of this very code is at while it goes on. */
function lineUnderWay({ asking, code }: State): number | null {
  return asking !== null && asking.code === code ? asking.progress?.line ?? null : null;
}

/** Jump to what a line made, and select it. */
function goToLine(store: Store, line: number): void {
  const { run, stops, cursor } = store.state;
  if (!run || isStale(store.state)) return;
  const moment = momentOfLine(run, stops, line, cursor);
  if (!moment) return;
  store.send({ kind: "cursorAimed", to: moment.cursor });
  if (moment.box !== null) store.send({ kind: "selectionChanged", selection: moment.box });
}

/** The card of a name in the code; null for a name without a value. */
type CardOfName = (state: State, name: string) => HTMLElement | null;

/** CodeMirror's own keys, but for Ctrl+Enter: that is the page's. */
const EDITING = defaultKeymap.filter(({ key }) => key !== "Mod-Enter");

function behaviour(store: Store, nonce: string, cardOf: CardOfName): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    findingGutter(store),
    lineNumbers({
      domEventHandlers: {
        mousedown(view, block) {
          goToLine(store, view.state.doc.lineAt(block.from).number);
          return true;
        },
      },
    }),
    history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(),
    autocompletion({ icons: false }), highlightSelectionMatches(),
    indentUnit.of("    "), EditorState.tabSize.of(4),
    python(), knowsNames(fetchNames),
    showsNames((name) => cardOf(store.state, name)),
    syntaxHighlighting(classHighlighter), showMarks(), hidesComments(),
    EditorView.clipboardInputFilter.of((text) => tidied(text)),
    keymap.of([
      ...closeBracketsKeymap, ...EDITING, ...searchKeymap, ...historyKeymap, ...completionKeymap,
      indentWithTab,
    ]),
    EditorState.readOnly.of(store.state.frozen), EditorView.editable.of(!store.state.frozen),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) store.send({ kind: "codeEdited", code: update.state.doc.toString() });
    }),
  ];
}

function labelled(label: string): Extension {
  return EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" });
}

/** How many characters two texts have in common from the beginning on. */
function sharedStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  for (let i = 0; i < most; i++) if (one[i] !== other[i]) return i;
  return most;
}

/** The same from the end on. */
function sharedEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  for (let i = 1; i <= most; i++) if (one.at(-i) !== other.at(-i)) return i - 1;
  return most;
}

/** The one change that makes `code` of a text: of its middle, where most of it stays. */
function changeTo(text: string, code: string): { from: number; to: number; insert: string } {
  const from = sharedStart(text, code);
  const end = sharedEnd(text.slice(from), code.slice(from));
  return { from, to: text.length - end, insert: code.slice(from, code.length - end) };
}

/** Put other code in, as one change that undo takes back; there is no way back to nothing. */
function replace(view: EditorView, code: string): void {
  const text = view.state.doc.toString();
  if (text === code) return;
  const changes = changeTo(text, code);
  const isEdit = changes.to - changes.from < text.length / 2;
  view.dispatch({
    changes,
    selection: { anchor: isEdit ? changes.from : 0 }, scrollIntoView: true,
    annotations: [Transaction.addToHistory.of(text !== ""), isolateHistory.of("full")],
  });
}

/** Keep the marked line in sight, unless somebody is typing elsewhere; an error, always. */
function following(
  view: EditorView, { now, trouble, found }: Marks,
): readonly StateEffect<unknown>[] {
  const { doc } = view.state;
  if (trouble) {
    const { from } = doc.line(Math.min(trouble.line, doc.lines));
    return [EditorView.scrollIntoView(from, { y: "start", yMargin: 72 })];
  }
  const line = found ?? now;
  if (line === null || view.hasFocus || line > doc.lines) return [];
  return [EditorView.scrollIntoView(doc.line(line).from, { y: "nearest", yMargin: 48 })];
}

/** In one dispatch, because each has the browser lay the page out. */
function mark(view: EditorView, marks: Marks): void {
  view.dispatch({ effects: [setMarks.of(marks), ...following(view, marks)] });
}

export function createEditor(
  host: HTMLElement, store: Store, nonce: string, cardOf: CardOfName,
): void {
  const label = new Compartment();
  const note = byId("stale", HTMLElement);
  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: store.state.code,
      extensions: [behaviour(store, nonce, cardOf), label.of(labelled(""))],
    }),
  });
  store.watch((s) => [s.code], ({ code }) => replace(view, code));
  store.watch((s) => [s.run?.withheld], ({ run }) => {
    view.dispatch({ effects: setVeil.of(run?.withheld === true) });
  });
  followFindings(store, view);
  store.watch((s) => [s.language], ({ language }) => {
    view.dispatch({ effects: label.reconfigure(labelled(say(language, "editor"))) });
  });
  store.watch(
    (s) => [
      s.run, s.unread, lineOf(s), troubleOf(s) !== null, s.language, isStale(s), lineUnderWay(s),
      foundLine(s),
    ],
    (state) => {
      const { run, unread } = state;
      const underWay = lineUnderWay(state);
      host.classList.toggle("is-running", underWay !== null);
      if (underWay !== null) {
        host.classList.remove("is-stale");
        note.hidden = true;
        mark(view, { now: underWay, makes: NOTHING, trouble: null, found: null });
        return;
      }
      const stale = isStale(state) && unread === null;
      host.classList.toggle("is-stale", stale);
      note.hidden = !stale;
      if (stale) return; // the old marks move with the text they stand on
      const now = unread ? null : lineOf(state);
      const makes = run && !unread ? linesOf(run) : NOTHING;
      mark(view, { now, makes, trouble: troubleOf(state), found: foundLine(state) });
    },
  );
}
