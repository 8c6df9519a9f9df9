// The lesson on stage and its marked moments, as the page's state has them. Pure.

import { lessonOf, momentsOf, titled, type Lesson, type Placed } from "../../model/lesson.ts";
import { stepOf, stopOf } from "../../model/step-navigation.ts";
import { say } from "../../words/strings.ts";
import type { State } from "./model.ts";

/** The lesson that the code in the editor is, or began as. */
export function lessonNow({ examples, code, title }: State): Lesson | null {
  return lessonOf(examples, code, title);
}

/** What the code goes by; a lesson's title is no longer that of what took the lesson's place. */
export function titleNow(state: State): string | null {
  const { examples, title } = state;
  return titled(examples, title) && !lessonNow(state) ? null : title;
}

/** What the code in the editor is called, in the viewer's language if it is a lesson. */
export function codeTitle(state: State): string {
  const { examples, title, language } = state;
  const own = titled(examples, title) === null ? title : null; // no longer the lesson it was
  return lessonNow(state)?.title[language] ?? own ?? say(language, "yourCode");
}

/** The lesson that the run on stage is a run of; its words may be the answer to a question. */
export function lessonOnStage({ run, examples, title }: State): Lesson | null {
  return run && !run.withheld ? lessonOf(examples, run.snippet.code, title) : null;
}

/** A story is told beside the sentence; not by a projector, which has no room for both. */
export function hasStory(state: State): boolean {
  const isTold = state.told !== null || lessonOnStage(state) !== null;
  return isTold && !state.projector && !state.run?.withheld;
}

const NONE: readonly Placed[] = [];

/** The marked moments of the lesson on stage. */
export function momentsNow(state: State): readonly Placed[] {
  const lesson = lessonOnStage(state);
  return state.run && lesson ? momentsOf(state.run, lesson) : NONE;
}

/** The cursor at which a moment has just happened. */
export function stopOfMoment({ stops }: State, { event }: Placed): number {
  return stopOf(stops, stepOf(stops, event + 1));
}

/** The marked moment of the step that the cursor is at, or on its way to. */
export function momentAt(state: State): Placed | null {
  const { stops, cursor } = state;
  const here = stopOf(stops, stepOf(stops, cursor));
  return momentsNow(state).find((moment) => stopOfMoment(state, moment) === here) ?? null;
}

/** Where a lesson's own run is opened; null for any other run. */
export function openingOf(state: State): number | null {
  const opens = lessonOnStage(state)?.opens;
  const moment = momentsNow(state).find(({ number }) => number === opens);
  return moment ? stopOfMoment(state, moment) : null;
}
