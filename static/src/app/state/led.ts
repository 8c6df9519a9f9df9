// Led: the viewer sees the part of the picture that the class is shown, folded in the same way.
// Pure.

import { drives } from "../../room/model.ts";
import { MOST_WORD, type ClassView } from "../../model/class-view.ts";
import type { Run } from "../../model/run.ts";
import type { Folds } from "../../drawing/sheet.ts";
import { foldsOfWord, foldsWord } from "./arrangement.ts";
import type { Change } from "./changes.ts";
import type { Look, State } from "./model.ts";

/** Folded and in sight is what the class is shown; what was before is kept. */
export function viewLed(state: State, view: ClassView): State {
  const { run, led } = state;
  if (run === null) return state;
  const { folds, inside, sight } = state;
  const before = led?.before ?? { folds, inside, sight };
  const isFoldedSo = led?.view.folds === view.folds;
  return { ...state, led: { view, before }, inside: null,
    folds: isFoldedSo ? folds : foldsOfWord(run, view.folds, before.folds) };
}

/** `back`: folds and camera are as before; `action`: it goes on from here, by the action. */
export function viewFreed(state: State, to: "back" | "action"): State {
  const { led } = state;
  if (led === null) return state;
  if (to === "action") return { ...state, led: null, look: { how: "action" } };
  const { folds, inside, sight } = led.before;
  const look: Look = sight === null ? { how: "action" } : sight === "whole" ? { how: "fit" }
    : { how: "sight", sight };
  return { ...state, led: null, folds, inside, look };
}

/** What a viewer does to look elsewhere, besides taking the camera. */
const TAKES: ReadonlySet<Change["kind"]> = new Set<Change["kind"]>([
  "groupsFolded", "groupEntered", "groupLeft", "wholeRequested", "viewRequested",
  "directionChanged",
]);

/** Who looks elsewhere goes on from there, and so does who is in a room that is over. */
export function tookView(next: State, change: Change): State {
  const { led, room } = next;
  if (led !== null && room?.ended) return { ...next, led: null };
  const isTaken = TAKES.has(change.kind) || (change.kind === "cameraSteered" && change.part);
  if (led === null || !isTaken) return next;
  return { ...next, led: null, room: room && { ...room, strays: !drives(room) } };
}

/** With the class again, or with the action; who sees what the class is shown stays there. */
export function following({ room, led }: State): Change | null {
  if (room && (!room.following || room.strays)) {
    return { kind: "roomChanged", room: { following: true, strays: false } };
  }
  if (room && led !== null && !drives(room)) return null;
  return { kind: "viewRequested", how: "action" };
}

const words = new WeakMap<Folds, { readonly run: Run; readonly word: string | null }>();

function wordOf(run: Run, folds: Folds): string | null {
  const last = words.get(folds);
  if (last?.run === run) return last.word;
  const word = foldsWord(run, folds, MOST_WORD);
  words.set(folds, { run, word });
  return word;
}

/** What whoever drives shows the class: null where everybody looks for themselves. */
export function viewShown({ room, run, led, part, folds }: State): ClassView | null {
  if (!room?.leads || run === null) return null;
  if (led !== null) return led.view;
  return part === null ? room.state?.view ?? null : { folds: wordOf(run, folds), part };
}
