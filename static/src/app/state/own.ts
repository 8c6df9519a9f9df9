// The viewer's own code, kept when a lesson, a link or a room takes its place in the editor. Pure.

import { titleNow } from "./marks.ts";
import type { State } from "./model.ts";

/** Code that the viewer wrote, and what it went by. */
export interface Own {
  readonly code: string;
  readonly title: string | null;
}

/** More of them are forgotten, the oldest first. */
export const MOST_OWN = 10;

/** The newest first, each once. */
export function withOwn(own: readonly Own[], { code, title }: Own): readonly Own[] {
  if (code.trim() === "") return own;
  return [{ code, title }, ...own.filter((one) => one.code !== code)].slice(0, MOST_OWN);
}

function isLesson({ examples }: State, code: string): boolean {
  return examples.some((lesson) => lesson.code === code);
}

/** What is kept when `code` takes the place of what is in the editor. */
export function ownBeside(state: State, code: string): readonly Own[] {
  const isOthers = state.code === code || state.code === state.guest || state.frozen;
  if (isOthers || isLesson(state, state.code)) return state.own;
  return withOwn(state.own, { code: state.code, title: titleNow(state) });
}

/** The viewer's own code that is not in the editor, newest first; none where none can be opened. */
export function ownNow(state: State): readonly Own[] {
  if (state.place !== "page" || state.room !== null) return [];
  return state.own.filter(({ code }) => code !== state.code && !isLesson(state, code));
}
