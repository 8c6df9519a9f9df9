// Everything that can happen to the page, in the past tense; all who act send these.

import type { Lesson } from "../../model/lesson.ts";
import type { ClassView, Part } from "../../model/class-view.ts";
import type { LinkMoment } from "../../model/link.ts";
import type { Span } from "../../model/span.ts";
import type { Checking } from "../../model/gradient-check.ts";
import type { Peek } from "../value-view.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Room } from "../../room/model.ts";
import type { Bearing, Run } from "../../model/run.ts";
import type { Offsets, Selection } from "../../drawing/scene.ts";
import type { Plane, StageSize } from "../../drawing/sheet.ts";
import type { StringKey } from "../../words/strings.ts";
import type { Stride } from "../../model/timeline.ts";
import type { Language, PaneName, Phrasing, Tab, ThemeName } from "../../model/viewer-options.ts";
import type {
  Asking, Look, Notice, Progress, ShareTab, Short, Sizes, ThemeChoice, Trial,
} from "./model.ts";

export type Change =
  // the code and its run
  | { readonly kind: "codeEdited"; readonly code: string }
  | { readonly kind: "codeOpened"; readonly code: string; readonly title: string | null }
  | { readonly kind: "lessonsListed"; readonly examples: readonly Lesson[] }
  | { readonly kind: "runRequested" }
  // where random numbers begin; null draws anew for each run
  | { readonly kind: "seedChanged"; readonly seed: number | null }
  | { readonly kind: "runProgressed"; readonly number: number; readonly progress: Progress }
  | { readonly kind: "runDelayed"; readonly number: number; readonly delay: Asking["delay"] }
  // the run shall stop, and show what it has recorded; cancelled, nobody waits for it
  | { readonly kind: "stopRequested" }
  | { readonly kind: "runCancelled" }
  | { readonly kind: "runOpened"; readonly number: number; readonly run: Run }
  | { readonly kind: "runReceived"; readonly number: number; readonly run: Run }
  | { readonly kind: "runRefused"; readonly number: number; readonly notice: Notice }
  | { readonly kind: "serverLost" }
  | { readonly kind: "serverFound" }
  | { readonly kind: "noticeShown"; readonly notice: Notice }
  | { readonly kind: "noticeDismissed" }
  | { readonly kind: "noticeOver" }
  // links; `own` code is the viewer's, `trusted` code may run by itself
  | {
    readonly kind: "linkOpened"; readonly moment: LinkMoment; readonly own: boolean;
    readonly trusted: boolean; readonly story: string | null;
  }
  | { readonly kind: "linkChanged"; readonly link: string }
  | { readonly kind: "shortLinkChanged"; readonly short: Short | null }
  | { readonly kind: "shareTabChanged"; readonly sharing: ShareTab | null }
  // rooms; a run is shown that nobody here has asked for
  | { readonly kind: "entranceToggled"; readonly entrance: boolean }
  | { readonly kind: "roomEntered"; readonly room: Room }
  | { readonly kind: "roomChanged"; readonly room: Partial<Room> }
  | { readonly kind: "runShown"; readonly run: Run; readonly title: string | null }
  | { readonly kind: "valuesHidden"; readonly run: Run }
  // the picture is seen as the class is shown it; and no more, as before or by the action
  | { readonly kind: "viewLed"; readonly view: ClassView }
  | { readonly kind: "viewFreed"; readonly to: "back" | "action" }
  // a finding is opened in the list; or gone to: its moment, its box, its words
  | { readonly kind: "findingOpened"; readonly finding: number | null }
  | { readonly kind: "findingSought"; readonly finding: number }
  // the fixes of a finding are tried, and then one of them is applied, and undone
  | { readonly kind: "trialChanged"; readonly finding: Finding; readonly trial: Trial | null }
  | { readonly kind: "fixApplied"; readonly code: string }
  | { readonly kind: "fixUndone" }
  // time
  | { readonly kind: "jumpMissed"; readonly label: StringKey; readonly why: StringKey }
  | { readonly kind: "cursorMoved"; readonly cursor: number }
  | { readonly kind: "cursorAimed"; readonly to: number }
  | { readonly kind: "playStarted" }
  | { readonly kind: "playPaused" }
  | { readonly kind: "speedChanged"; readonly speed: number }
  | { readonly kind: "strideChanged"; readonly stride: Stride }
  // to a stop, with the box that it is about
  | { readonly kind: "boxAimed"; readonly to: number; readonly selection: Selection }
  // to a stop between lines, with the stride that has it
  | { readonly kind: "lineAimed"; readonly to: number }
  | { readonly kind: "spanChanged"; readonly span: Span }
  | { readonly kind: "callChosen"; readonly frame: number | null }
  // the picture
  | { readonly kind: "selectionChanged"; readonly selection: Selection }
  | { readonly kind: "hoverChanged"; readonly hover: Selection }
  | { readonly kind: "inspectorPinned"; readonly pinned: boolean }
  | { readonly kind: "entryChosen"; readonly entry: number | null }
  | { readonly kind: "valueOpened"; readonly peek: Peek | null }
  | { readonly kind: "checkChanged"; readonly check: Checking | null }
  | { readonly kind: "phrasingChanged"; readonly phrasing: Phrasing }
  | { readonly kind: "boxesMoved"; readonly plane: Plane; readonly offsets: Offsets }
  | { readonly kind: "zoomChanged"; readonly detail: "near" | "far"; readonly scale: number }
  | { readonly kind: "gradientScaleChanged"; readonly gradients: "own" | "one" }
  | { readonly kind: "directionChanged"; readonly bearing: Bearing | null }
  | { readonly kind: "groupsFolded"; readonly keys: readonly string[]; readonly folded: boolean }
  // a group is opened, with `keys` around it, and looked into; or folded, and `to` looked at
  | { readonly kind: "groupEntered"; readonly key: string; readonly keys: readonly string[] }
  | { readonly kind: "groupLeft"; readonly key: string; readonly to: string | null }
  | { readonly kind: "wholeRequested" }
  | { readonly kind: "outlineToggled"; readonly outline: boolean }
  | { readonly kind: "stageSizeChanged"; readonly size: StageSize; readonly shape: Bearing }
  | { readonly kind: "viewRequested"; readonly how: Exclude<Look["how"], "sight" | "group"> }
  | {
    readonly kind: "cameraSteered"; readonly sight: string | null; readonly part: Part | null;
  }
  | { readonly kind: "findToggled"; readonly finds: boolean }
  // the frame around it
  | { readonly kind: "languageChanged"; readonly language: Language }
  | { readonly kind: "themeChanged"; readonly theme: ThemeChoice }
  | { readonly kind: "preferencesChanged"; readonly machine: ThemeName; readonly calm: boolean }
  | { readonly kind: "projectorToggled"; readonly projector: boolean }
  | { readonly kind: "tabChanged"; readonly tab: Tab }
  | { readonly kind: "paneChosen"; readonly pane: PaneName }
  | { readonly kind: "helpToggled"; readonly help: boolean }
  | { readonly kind: "letterKeysToggled"; readonly letters: boolean }
  | { readonly kind: "hintChanged"; readonly hint: number | null }
  | { readonly kind: "stepListToggled"; readonly roll: boolean }
  | { readonly kind: "galleryToggled"; readonly gallery: boolean }
  | { readonly kind: "storyToggled"; readonly story: boolean }
  | { readonly kind: "sizesChanged"; readonly sizes: Partial<Sizes> };
