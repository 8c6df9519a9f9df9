// Opening the page: a file's run, a link's moment, the server's file, or what was here last time.

import { fetchExamples } from "../server/api.ts";
import { isOwnEntry, momentOfHash } from "./address.ts";
import type { Switches } from "./embed.ts";
import { LinkError, PLAIN_MOMENT, type LinkMoment } from "../model/link.ts";
import type { Lesson } from "../model/lesson.ts";
import { parseRun } from "../model/run.ts";
import {
  arrived, noticeOfFault, withFindings, type Notice, type Place, type State,
} from "./state.ts";
import type { Store } from "./store.ts";

/** What the server wrote into the page; each part only where it has something to say. */
export interface Boot {
  readonly place: Place;
  readonly fence: "strong" | "timed";
  /** The file that the server was started with. */
  readonly code: string | null;
  readonly title: string | null;
  /** A shared moment, or the moment at which a file opens. */
  readonly moment: Partial<LinkMoment> | null;
  readonly story: string | null;
  /** Of a file: the lessons that its run may be of. */
  readonly examples: readonly Lesson[];
  /** The run document of a file. */
  readonly run: unknown;
  /** The page is a room's: `room` is its code, null to ask for one. */
  readonly joining: boolean;
  readonly room: string | null;
}

export function bootOf(script: HTMLElement | null): Boot {
  const told = JSON.parse(script?.textContent || "{}") as Partial<Boot>;
  return {
    place: told.place ?? "page", fence: told.fence ?? "timed", code: told.code ?? null,
    title: told.title ?? null, moment: told.moment ?? null, story: told.story ?? null,
    examples: told.examples ?? [], run: told.run ?? null,
    joining: told.joining ?? false, room: told.room ?? null,
  };
}

/** The state that a file opens with: its run is there already, and nobody is asked for anything. */
export function stateOfFile(state: State, boot: Boot): State {
  const run = parseRun(boot.run);
  const { code } = run.snippet;
  const visited = { ...PLAIN_MOMENT, ...boot.moment, code, title: boot.title };
  const { language, theme } = boot.moment ?? {};
  const opened = {
    ...state, frozen: true, code, title: boot.title, told: boot.story, visited,
    examples: boot.examples,
    language: language ?? state.language, theme: theme ?? state.theme,
    phrasing: visited.phrasing, bearing: visited.bearing ?? state.bearing,
  };
  return withFindings(arrived(opened, run), null);
}

/** Open a link. It runs by itself only behind the strong fence, or if the code is no stranger's. */
export function openMoment(store: Store, moment: LinkMoment, story: string | null): void {
  const own = isOwnEntry();
  const isLesson = store.state.examples.some(({ code }) => code === moment.code);
  const trusted = own || isLesson || store.state.fence === "strong";
  store.send({ kind: "linkOpened", moment, own, trusted, story });
  // The run may be on stage already.
  if (trusted && store.state.visited !== null) store.send({ kind: "runRequested" });
}

function openCode(store: Store, code: string, title: string | null): void {
  store.send({ kind: "codeOpened", code, title });
  store.send({ kind: "runRequested" });
}

/** What the viewer had here last time, and whether there was a last time. */
export interface Kept {
  readonly code: string | null;
  readonly title: string | null;
  readonly known: boolean;
}

/** The moment that the address asks for, and what is to be said when it is no link. */
async function wantedMoment(boot: Boot): Promise<readonly [LinkMoment | null, Notice | null]> {
  const shared = boot.moment && { ...PLAIN_MOMENT, ...boot.moment };
  try {
    return [await momentOfHash() ?? shared, null];
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    return [shared, noticeOfFault(error.fault)];
  }
}

/** Say something when the first run is there: what is said before, the run takes away. */
function sayAfterRun(store: Store, notice: Notice): void {
  let said = false;
  store.watch((s) => [s.run], ({ run }) => {
    if (run === null || said) return;
    said = true;
    store.send({ kind: "noticeShown", notice });
  });
}

/** Whoever is here for the first time sees the link as its author does; others as they like it. */
function likeTheAuthor(store: Store, { language, theme }: LinkMoment): void {
  if (language !== null) store.send({ kind: "languageChanged", language });
  if (theme !== null) store.send({ kind: "themeChanged", theme });
}

/** A frame may open at another step than its link, and looks as its address says. */
function asSwitched(moment: LinkMoment, switches: Switches | null): LinkMoment {
  if (switches === null) return moment;
  const { step, language, theme } = switches;
  return {
    ...moment, step: step ?? moment.step, language: language ?? moment.language,
    theme: theme === "light" || theme === "dark" ? theme : theme === null ? moment.theme : null,
  };
}

/** Put something on the tape: a link's moment, the server's file, what was here, or lesson one. */
export async function begin(
  store: Store, boot: Boot, kept: Kept, switches: Switches | null,
): Promise<void> {
  const [wanted, notice] = await wantedMoment(boot);
  const moment = wanted && asSwitched(wanted, switches);
  if (notice) sayAfterRun(store, notice);
  const known = boot.code !== null ? boot : kept;
  if (moment === null && known.code !== null) openCode(store, known.code, known.title);
  if (moment !== null && !kept.known) likeTheAuthor(store, moment);
  // Behind a weak fence only the lessons tell whether a link's code is a stranger's.
  const isAtOnce = store.state.fence === "strong";
  if (moment !== null && isAtOnce) openMoment(store, moment, boot.story);
  const examples = await fetchExamples();
  store.send({ kind: "lessonsListed", examples });
  if (moment !== null && !isAtOnce) openMoment(store, moment, boot.story);
  const [first] = examples;
  if (moment !== null || known.code !== null || !first || store.state.code !== "") return;
  openCode(store, first.code, first.title[store.state.language]);
}
