// What the page knows: the code, the run it shows, the moment, and how the viewer likes to look.

import type { Lesson } from "../../model/lesson.ts";
import type { ClassView, Part } from "../../model/class-view.ts";
import type { LinkMoment } from "../../model/link.ts";
import { WHOLE, type Span } from "../../model/span.ts";
import type { Checking } from "../../model/gradient-check.ts";
import type { Peek } from "../value-view.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Room } from "../../room/model.ts";
import type { Bearing, Run } from "../../model/run.ts";
import type { Offsets, Selection } from "../../drawing/scene.ts";
import { OPEN, type Folds, type Plane, type StageSize } from "../../drawing/sheet.ts";
import type { StringKey } from "../../words/strings.ts";
import type { Stride } from "../../model/timeline.ts";
import type { Language, PaneName, Phrasing, Tab, ThemeName } from "../../model/viewer-options.ts";
import type { Own } from "./own.ts";

/** What moves the cursor, if anything: playing to the end, or easing to one stop. */
export type Motion =
  | { readonly kind: "still" }
  | { readonly kind: "playing" }
  | { readonly kind: "easing"; readonly to: number };

/** A sentence to the viewer: one of ours by key, or the server's own words. */
export interface Notice {
  readonly tone: "error" | "note";
  readonly key: StringKey | null;
  readonly text: string | null;
}

/** Where a run is that goes on, as docs/run-document.md tells it. */
export interface Progress {
  readonly phase: "waiting" | "running" | "drawing";
  /** The place in the queue of one that waits, 1 for the next. */
  readonly place: number | null;
  readonly seconds: number;
  readonly line: number | null;
  readonly events: number;
  readonly output: string;
}

/** A question to the server that has not been answered. */
export interface Asking {
  readonly number: number;
  readonly code: string;
  readonly seed: number | null;
  /** Null until the server has told where the run is. */
  readonly progress: Progress | null;
  /** The server had no room for it: by which code, and in how many seconds it is asked again. */
  readonly delay: { readonly code: string; readonly seconds: number } | null;
  /** The viewer has stopped the run, and its tape is on the way. */
  readonly stopping: boolean;
  /** The first pass of the run is on stage: that, and what was there before. */
  readonly opened: Opened | null;
  /** The pane that the viewer has chosen since. */
  readonly pane: PaneName | null;
}

/** The first pass of a run whose rest is on the way, and the stage before it. */
export interface Opened {
  readonly run: Run;
  readonly before: {
    readonly run: Run | null; readonly stops: readonly number[]; readonly cursor: number;
  };
}

/** A wish to the camera; a new object each time, so that the same wish counts twice. */
export type Look =
  | { readonly how: "action" | "fit" | "in" | "out" | "selection" }
  | { readonly how: "group"; readonly key: string }
  | { readonly how: "sight"; readonly sight: string };

/** What of the picture a class is shown, and how the viewer looked at it before. */
export interface Led {
  readonly view: ClassView;
  readonly before: {
    readonly folds: Folds; readonly inside: string | null; readonly sight: string | null;
  };
}

export type ThemeChoice = ThemeName | "system";

/** Where the dividers stand, in CSS pixels; null for where the style sheet puts them. */
export interface Sizes {
  readonly left: number | null;
  readonly below: number | null;
  readonly right: number | null;
}

/** Where the page is shown: by itself, in a frame of another, or as a file from disk. */
export type Place = "page" | "embed" | "file";

export type ShareTab = "link" | "short" | "embed" | "export" | "qr";

/** A short link that this browser made; whoever has its token may delete it. */
export interface Short {
  readonly id: string;
  readonly url: string;
  readonly embed: string;
  /** The long link of the same moment. */
  readonly link: string;
}

/** A fix that works: its phrase, what it changes, and the whole program with it. */
export interface Offer {
  readonly sentence: Readonly<Record<Language, string>>;
  readonly outcome: Readonly<Record<Language, string>>;
  readonly code: string;
}

/** How far the fixes of a finding are tried. */
export type Trial =
  | { readonly kind: "trying" }
  | { readonly kind: "tried"; readonly offers: readonly Offer[] }
  | { readonly kind: "refused"; readonly notice: Notice };

/** A fix that was put into the editor, and what was there before. */
export interface Fixed {
  readonly code: string;
  readonly before: {
    readonly code: string; readonly run: Run | null; readonly unread: Run | null;
    readonly cursor: number;
  };
}

export interface State {
  readonly place: Place;
  /** The class that the page is in; null for a viewer alone. */
  readonly room: Room | null;
  /** The box that leads into a room is open. */
  readonly entrance: boolean;
  /** What holds the server's runs back: behind the strong fence a stranger's code may run. */
  readonly fence: "strong" | "timed";
  /** The code cannot be changed. */
  readonly frozen: boolean;
  readonly code: string;
  /** Title of the lesson or file that the code came from. */
  readonly title: string | null;
  /** The viewer's own code that something else took the place of, newest first. */
  readonly own: readonly Own[];
  /** What the author of a shared moment tells about it. */
  readonly told: string | null;
  /** Where random numbers begin; null to let the server draw. */
  readonly seed: number | null;
  /** The moment of a link that was opened, until its run is on stage. */
  readonly visited: LinkMoment | null;
  /** A stranger's code, as it came with a link. */
  readonly guest: string | null;
  /** That code waits for the viewer to say Run. */
  readonly gate: boolean;
  /** The hash of a link to this moment, a while after it came to be. */
  readonly link: string;
  readonly short: Short | null;
  readonly sharing: ShareTab | null;
  readonly examples: readonly Lesson[];
  readonly asking: Asking | null;
  readonly asked: number;
  readonly run: Run | null;
  /** The call on the stack whose names are listed until the next step; null: the running one. */
  readonly frame: number | null;
  /** The run of code that Python could not read: on stage is still what ran before it. */
  readonly unread: Run | null;
  /** Which of the listed findings is open in the list; null for none. */
  readonly finding: number | null;
  /** The finding that the viewer went to last, by its number; a new object each time. */
  readonly sought: { readonly finding: number } | null;
  /** What became of the fixes of findings that were opened. */
  readonly trials: ReadonlyMap<Finding, Trial>;
  /** The fix that was applied last; null once it is undone or dismissed. */
  readonly fixed: Fixed | null;
  /** Frame numbers where the player stops, for the run and the stride. */
  readonly stops: readonly number[];
  readonly cursor: number;
  /** The part of the run that the strip shows. */
  readonly span: Span;
  readonly motion: Motion;
  /** The jump that found nothing last: its words, and why; a new object each time. */
  readonly missed: { readonly label: StringKey; readonly why: StringKey } | null;
  readonly stride: Stride;
  readonly speed: number;
  readonly selection: Selection;
  readonly hover: Selection;
  /** The inspector stays open, also with nothing selected. */
  readonly pinned: boolean;
  readonly phrasing: Phrasing;
  /** The entry of a tensor whose account is shown; null for the whole. */
  readonly entry: number | null;
  /** The large value that is looked into. */
  readonly peek: Peek | null;
  /** The numeric check of a node that was asked for last. */
  readonly check: Checking | null;
  /** How far boxes were dragged, by the plane on stage. */
  readonly offsets: ReadonlyMap<Plane, Offsets>;
  /** What is folded: by the size of the run, and as the viewer folded and opened. */
  readonly folds: Folds;
  /** The group that the viewer went into, as `Folds` calls it; null for none. */
  readonly inside: string | null;
  /** The outline of modules is shown. */
  readonly outline: boolean;
  /** The way the tape runs; null for the one that suits the shape of the stage. */
  readonly bearing: Bearing | null;
  readonly shape: Bearing;
  /** The size of the stage without the room that things floating over it take. */
  readonly stage: StageSize;
  /** By what gradients are coloured: each by its own largest entry, or all by one log scale. */
  readonly gradients: "own" | "one";
  readonly detail: "near" | "far";
  /** As `View.scale`. */
  readonly scale: number;
  readonly look: Look;
  /** Where the viewer made the camera look, as a link says it; null: it follows the action. */
  readonly sight: string | null;
  /** The part of the picture in sight; null before anything is, and where it is led. */
  readonly part: Part | null;
  /** What the class is shown and the viewer sees; null: the viewer looks where they like. */
  readonly led: Led | null;
  /** The field that finds boxes; a new object each time it is asked for. */
  readonly finds: { readonly open: boolean };
  readonly notice: Notice | null;
  readonly server: "up" | "lost";
  readonly language: Language;
  /** The languages that the server offers, the first where the viewer wants another. */
  readonly languages: readonly Language[];
  readonly theme: ThemeChoice;
  /** What the machine prefers, for the theme `system`. */
  readonly machine: ThemeName;
  readonly calm: boolean;
  /** Big type, few controls: the page is read from far away. */
  readonly projector: boolean;
  readonly tab: Tab;
  /** What the pane under the editor shows, and what the viewer chose last. */
  readonly pane: PaneName;
  readonly paneChosen: PaneName;
  readonly help: boolean;
  /** Keys of one letter or sign do something. */
  readonly letters: boolean;
  /** Number of the hint that is shown, from 0; null for none. */
  readonly hint: number | null;
  /** The list of steps is open. */
  readonly roll: boolean;
  /** The gallery of lessons is open. */
  readonly gallery: boolean;
  /** The whole story of the lesson is open, with its moments. */
  readonly story: boolean;
  readonly sizes: Sizes;
}

/** Before anything happened. */
export const START: State = {
  place: "page", room: null, entrance: false, fence: "timed", frozen: false,
  told: null, seed: null, visited: null, guest: null, gate: false,
  link: "", short: null, sharing: null, own: [],
  code: "", title: null, examples: [], asking: null, asked: 0,
  run: null, frame: null, unread: null, finding: null, sought: null,
  trials: new Map(), fixed: null,
  stops: [0], cursor: 0, span: WHOLE,
  motion: { kind: "still" }, missed: null,
  stride: "lesson", speed: 1,
  selection: null, hover: null, pinned: false, phrasing: "named", entry: null, peek: null,
  check: null,
  offsets: new Map(), bearing: null, shape: "right", folds: OPEN, inside: null,
  outline: false,
  stage: { w: 840, h: 600 }, gradients: "own", detail: "near", scale: 1,
  look: { how: "action" }, sight: null, part: null, led: null,
  finds: { open: false },
  notice: null, server: "up", language: "en", languages: ["en", "zh"],
  theme: "system", machine: "light", calm: false,
  projector: false,
  tab: "graph", pane: "variables", paneChosen: "variables",
  help: false, letters: true, hint: null, roll: false, gallery: false, story: false,
  sizes: { left: null, below: null, right: null },
};
