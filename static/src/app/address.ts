// The address bar: its hash is a link to the moment on stage; back and forward walk the moments.

import { decodeLink, encodeLink, isLink, LinkError, type LinkMoment } from "../model/link.ts";
import { linkMomentOf, noticeOfFault, peekWord, type State } from "./state.ts";
import type { Store } from "./store.ts";

/** Browsers refuse more than about three changes of the address a second. */
const WRITE_AFTER_MS = 400;

/** What the browser keeps with each entry of its history that we wrote. */
interface Entry {
  readonly tapescope: true;
  readonly code: string;
  readonly step: number | null;
  /** The viewer has come to rest at a moment here; what is on its way is overwritten. */
  readonly rests: boolean;
  /** The viewer has run the code of this entry, or written it: coming back may run it again. */
  readonly own: boolean;
}

function entryNow(): Entry | null {
  const kept = history.state as Partial<Entry> | null;
  return kept?.tapescope === true ? kept as Entry : null;
}

function entryOf({ motion, gate }: State, { code, step }: LinkMoment): Entry {
  const rests = motion.kind === "still" && step !== null;
  return { tapescope: true, code, step, rests, own: !gate };
}

/** The address of this page with another hash. */
function addressWith(hash: string): string {
  const { pathname, search } = window.location;
  return `${pathname}${search}#${hash}`;
}

/** The viewer left a moment for another: that one stays in the history, this one gets an entry. */
function keep(entry: Entry, link: string): void {
  const before = entryNow();
  const leaves = before?.rests === true
    && (before.code !== entry.code || before.step !== entry.step);
  if (leaves) history.pushState(entry, "", addressWith(link));
  else history.replaceState(entry, "", addressWith(link));
}

async function write(store: Store): Promise<void> {
  const { state } = store;
  const moment = linkMomentOf(state);
  const link = await encodeLink(moment);
  store.send({ kind: "linkChanged", link });
  // The address of a room is the room's.
  if (state.place === "page" && state.room === null) keep(entryOf(state, moment), link);
}

/** Keep the link of the moment, and on the page its hash, up to date a while after each change. */
export function keepAddress(store: Store): void {
  let timer: number | undefined;
  store.watch(
    (s) => [
      s.code, s.title, s.run, Math.floor(s.cursor), s.motion.kind, s.selection, s.stride,
      s.phrasing, s.tab, s.language, s.theme, s.seed, s.visited, s.gate, s.sight, s.bearing,
      s.folds, s.offsets, s.gradients, peekWord(s.peek),
    ],
    ({ code }) => {
      if (code.trim() === "") return;
      timer ??= window.setTimeout(() => {
        timer = undefined;
        void write(store);
      }, WRITE_AFTER_MS);
    },
  );
}

/** The moment of the hash; null when it means to be none. Rejects with LinkError. */
export async function momentOfHash(): Promise<LinkMoment | null> {
  const { hash } = window.location;
  return isLink(hash) ? decodeLink(hash) : null;
}

/** Whether the viewer has run, or written, the code of this entry of the history. */
export function isOwnEntry(): boolean {
  return entryNow()?.own === true;
}

/** Follow back, forward, and another link in the address bar. */
export function followAddress(store: Store, open: (moment: LinkMoment) => void): void {
  window.addEventListener("popstate", () => {
    momentOfHash().then((moment) => moment && open(moment), (error: unknown) => {
      if (!(error instanceof LinkError)) throw error;
      store.send({ kind: "noticeShown", notice: noticeOfFault(error.fault) });
    });
  });
}
