// News of a room: a stream of events, and polling where a network holds streams back.

import { at } from "../server/http.ts";
import { rest } from "./outage.ts";
import type { Ending, Room, RoomState } from "./model.ts";

/** A stream that has said nothing for so long after it was opened is given up for polling. */
const PATIENCE_MS = 5000;
const AGAIN_MS = 1000;

interface Heard {
  /** `isFirst` after the line was lost: it counts, though its number may be lower than before. */
  told(state: RoomState, isFirst: boolean): void;
  ended(why: Ending): void;
  /** How the line is; told at any sign of it. */
  line(now: Room["line"]): void;
  /** Whether the teacher's page is gone; told anew over each line. */
  away(isAway: boolean): void;
}

/** Who listens, and the word that proves it where one is known. */
export interface Listener {
  readonly participant: string;
  readonly listen?: string | undefined;
}

/** Listen until `ended` comes, as nobody in particular if `who` is null; returns how to stop. */
export function listen(code: string, who: Listener | null, heard: Heard): () => void {
  const { participant, listen: proof } = who ?? {};
  const asked = new URLSearchParams({
    ...participant !== undefined && { participant }, ...proof !== undefined && { listen: proof },
  });
  const path = at(`api/v1/rooms/${code}/events?${asked}`);
  let stop = (): void => undefined;
  const poll = (): void => { stop = polling(path, heard); };
  stop = streaming(path, heard, poll);
  return () => stop();
}

const ENDINGS: Readonly<Record<string, Ending>> = {
  expired: "expired", ended: "ended", gone: "gone", unknown_room: "gone",
};

/** Pass an event on; false when it was the last one. */
function read(heard: Heard, kind: string, data: string, isFirst: boolean): boolean {
  const told: unknown = JSON.parse(data);
  heard.line("up");
  if (kind === "away") {
    heard.away(told === true);
    return true;
  }
  if (kind === "ended") {
    heard.ended(ENDINGS[(told as { code: string }).code] ?? "ended");
    return false;
  }
  heard.told(told as RoomState, isFirst);
  return true;
}

function streaming(path: string, heard: Heard, poll: () => void): () => void {
  const source = new EventSource(path);
  const impatience = window.setTimeout(() => {
    source.close();
    poll();
  }, PATIENCE_MS);
  let isFirst = true;
  const hear = ({ type, data }: MessageEvent<string>): void => {
    window.clearTimeout(impatience);
    if (!read(heard, type, data, isFirst)) source.close();
    isFirst = false;
  };
  source.addEventListener("late", () => {
    isFirst = true;
    heard.line("late");
  });
  source.addEventListener("state", hear);
  source.addEventListener("ended", hear);
  source.addEventListener("away", ({ data }: MessageEvent<string>) => heard.away(data === "true"));
  source.addEventListener("error", () => {
    isFirst = true;
    heard.line("lost");
    // A browser tries again by itself, but not after a refusal.
    if (source.readyState === EventSource.CLOSED) {
      window.clearTimeout(impatience);
      poll();
    }
  });
  source.addEventListener("open", () => {
    heard.line("up");
    heard.away(false);
  });
  return () => {
    window.clearTimeout(impatience);
    source.close();
  };
}

/** Why a room is over, if that is what a refusal says. */
function endingIn(text: string): Ending | null {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string } };
    return ENDINGS[error?.code ?? ""] ?? null;
  } catch {
    return null;
  }
}

/** One event of a reply: its kind and its data. */
function eventIn(text: string): readonly [kind: string, data: string] | null {
  const kind = /^event: ?(.*)$/m.exec(text)?.[1];
  const data = /^data: ?(.*)$/m.exec(text)?.[1];
  return kind !== undefined && data !== undefined ? [kind, data] : null;
}

function polling(path: string, heard: Heard): () => void {
  const under = new AbortController();
  const go = async (): Promise<void> => {
    let after = "";
    let away = 0;
    heard.away(false);
    while (!under.signal.aborted) {
      try {
        const reply = await fetch(`${path}&once=1&away=${away}${after}`, { signal: under.signal });
        const text = await reply.text();
        const why = reply.ok ? null : endingIn(text);
        if (why !== null) {
          heard.ended(why);
          return;
        }
        const found = eventIn(text);
        heard.line(reply.ok ? "up" : "late");
        if (found && !read(heard, ...found, true)) return;
        if (found?.[0] === "away") away = Number(found[1] === "true");
        else if (found) after = `&after=${/^id: ?(.*)$/m.exec(text)?.[1] ?? ""}`;
        // A server that holds no more lines answers at once, and is not to be asked again at once.
        else await rest(AGAIN_MS);
      } catch {
        if (!under.signal.aborted) heard.line("lost");
        await rest(AGAIN_MS);
      }
    }
  };
  void go();
  return () => under.abort();
}
