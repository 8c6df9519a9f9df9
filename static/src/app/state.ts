// The page's whole state, and how each described change makes the next one. Pure.

export {
  START, type Asking, type Look, type Motion, type Notice, type Offer, type Place, type Progress,
  type ShareTab, type Short, type Sizes, type State, type ThemeChoice, type Trial,
} from "./state/model.ts";
export type { Change } from "./state/changes.ts";
export {
  codeTitle, hasStory, lessonNow, lessonOnStage, momentAt, momentsNow, openingOf, stopOfMoment,
  titleNow,
} from "./state/marks.ts";
export { MOST_OWN, ownNow, withOwn, type Own } from "./state/own.ts";
export { reduce } from "./state/reduce.ts";
export {
  boxOf, fullNotice, isStale, landing, linesOf, momentOfLine, type Moment,
} from "./state/moments.ts";
export {
  boxOfFinding, findingBeside, findingOfMark, findingOnStage, findingsListed, isRead,
  stopOfFinding, surpriseNow, withFindings,
} from "./state/findings.ts";
export { findingToTry, mayTry } from "./state/fixes.ts";
export { foldsOfWord, offsetsOfWord, peekWord } from "./state/arrangement.ts";
export { bearingOf, sheetNow, themeOf, typeOf, viewOf } from "./state/view.ts";
export { entering, enteringSelected, leaving, pathNow } from "./state/inside.ts";
export { following, viewShown } from "./state/led.ts";
export { arrived, linkMomentOf, noticeOfFault } from "./state/visit.ts";
