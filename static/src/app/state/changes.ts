// Everything that can happen to the page, in the past tense; all who act send these.

import type { Lesson } from "../../model/lesson.ts";
import type { LinkMoment } from "../../model/link.ts";
import type { Peek } from "../value-view.ts";
import type { Room } from "../../room/model.ts";
import type { Bearing, Run } from "../../model/run.ts";
import type { Offsets, Selection } from "../../drawing/scene.ts";
import type { Plane } from "../../drawing/sheet.ts";
import type { StringKey } from "../../words/strings.ts";
import type { Stride } from "../../model/timeline.ts";
import type { Language, Phrasing, Tab, ThemeName } from "../../model/viewer-options.ts";
import type {
  Look, Notice, Progress, ShareTab, Short, Sizes, ThemeChoice,
} from "./model.ts";

export type Change =
  // the code and its run
  | { readonly kind: "edited"; readonly code: string }
  | { readonly kind: "opened"; readonly code: string; readonly title: string | null }
  | { readonly kind: "listed"; readonly examples: readonly Lesson[] }
  | { readonly kind: "asked" }
  // where random numbers begin; null draws anew for each run
  | { readonly kind: "seeded"; readonly seed: number | null }
  | { readonly kind: "progressed"; readonly number: number; readonly progress: Progress }
  // the run shall stop, and show what it has recorded; cancelled, nobody waits for it
  | { readonly kind: "stopped" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "ran"; readonly number: number; readonly run: Run }
  | { readonly kind: "refused"; readonly number: number; readonly notice: Notice }
  | { readonly kind: "lost" }
  | { readonly kind: "found" }
  | { readonly kind: "noticed"; readonly notice: Notice }
  | { readonly kind: "dismissed" }
  // links; `own` code is the viewer's, `trusted` code may run by itself
  | {
    readonly kind: "visited"; readonly moment: LinkMoment; readonly own: boolean;
    readonly trusted: boolean; readonly story: string | null;
  }
  | { readonly kind: "linked"; readonly link: string }
  | { readonly kind: "shortened"; readonly short: Short | null }
  | { readonly kind: "shared"; readonly sharing: ShareTab | null }
  // rooms; a run is shown that nobody here has asked for
  | { readonly kind: "entered"; readonly room: Room }
  | { readonly kind: "attended"; readonly room: Partial<Room> }
  | { readonly kind: "shown"; readonly run: Run; readonly title: string | null }
  | { readonly kind: "veiled"; readonly run: Run }
  // time
  | { readonly kind: "missed"; readonly label: StringKey; readonly why: StringKey }
  | { readonly kind: "moved"; readonly cursor: number }
  | { readonly kind: "aimed"; readonly to: number }
  | { readonly kind: "played" }
  | { readonly kind: "paused" }
  | { readonly kind: "paced"; readonly speed: number }
  | { readonly kind: "strode"; readonly stride: Stride }
  // to a stop between lines, with the stride that has it
  | { readonly kind: "lined"; readonly to: number }
  | { readonly kind: "framed"; readonly frame: number | null }
  // the picture
  | { readonly kind: "selected"; readonly selection: Selection }
  | { readonly kind: "hovered"; readonly hover: Selection }
  | { readonly kind: "pinned"; readonly pinned: boolean }
  | { readonly kind: "picked"; readonly entry: number | null }
  | { readonly kind: "peered"; readonly peek: Peek | null }
  | { readonly kind: "phrased"; readonly phrasing: Phrasing }
  | { readonly kind: "dragged"; readonly plane: Plane; readonly offsets: Offsets }
  | { readonly kind: "zoomed"; readonly detail: "near" | "far" }
  | { readonly kind: "laid"; readonly bearing: Bearing | null }
  | { readonly kind: "folded"; readonly keys: readonly string[]; readonly folded: boolean }
  | { readonly kind: "shaped"; readonly shape: Bearing }
  | { readonly kind: "looked"; readonly how: Exclude<Look["how"], "sight"> }
  | { readonly kind: "steered"; readonly sight: string | null }
  | { readonly kind: "sought"; readonly finds: boolean }
  // the frame around it
  | { readonly kind: "spoke"; readonly language: Language }
  | { readonly kind: "lit"; readonly theme: ThemeChoice }
  | { readonly kind: "preferred"; readonly machine: ThemeName; readonly calm: boolean }
  | { readonly kind: "turned"; readonly tab: Tab }
  | { readonly kind: "helped"; readonly help: boolean }
  | { readonly kind: "lettered"; readonly letters: boolean }
  | { readonly kind: "hinted"; readonly hint: number | null }
  | { readonly kind: "unrolled"; readonly roll: boolean }
  | { readonly kind: "browsed"; readonly gallery: boolean }
  | { readonly kind: "storied"; readonly story: boolean }
  | { readonly kind: "sized"; readonly sizes: Partial<Sizes> };
