// News of a room: a stream of events, and polling where a network holds streams back.

import { at } from "../server/http.ts";
import type { RoomState } from "./model.ts";

/** A stream that has said nothing for so long after it was opened is given up for polling. */
const PATIENCE_MS = 5000;
const AGAIN_MS = 1000;

interface Heard {
  told(state: RoomState): void;
  ended(why: "ended" | "expired"): void;
  /** Whether the line is up; told when it changes. */
  line(up: boolean): void;
}

/** Listen until `ended` comes; returns how to stop. */
export function listen(code: string, participant: string | null, heard: Heard): () => void {
  const who = participant === null ? "" : `participant=${encodeURIComponent(participant)}`;
  const path = at(`api/v1/rooms/${code}/events?${who}`);
  let stop = (): void => undefined;
  const poll = (): void => { stop = polling(path, heard); };
  stop = streaming(path, heard, poll);
  return () => stop();
}

function read(heard: Heard, kind: string, data: string): boolean {
  const told: unknown = JSON.parse(data);
  heard.line(true);
  if (kind === "ended") {
    heard.ended((told as { code: string }).code === "expired" ? "expired" : "ended");
    return false;
  }
  heard.told(told as RoomState);
  return true;
}

function streaming(path: string, heard: Heard, poll: () => void): () => void {
  const source = new EventSource(path);
  const impatience = window.setTimeout(() => {
    source.close();
    poll();
  }, PATIENCE_MS);
  const hear = ({ type, data }: MessageEvent<string>): void => {
    window.clearTimeout(impatience);
    if (!read(heard, type, data)) source.close();
  };
  source.addEventListener("state", hear);
  source.addEventListener("ended", hear);
  source.addEventListener("error", () => {
    heard.line(false);
    // A browser tries again by itself, but not after a refusal.
    if (source.readyState === EventSource.CLOSED) {
      window.clearTimeout(impatience);
      poll();
    }
  });
  source.addEventListener("open", () => heard.line(true));
  return () => {
    window.clearTimeout(impatience);
    source.close();
  };
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
    while (!under.signal.aborted) {
      try {
        const reply = await fetch(`${path}&once=1${after}`, { signal: under.signal });
        const found = eventIn(await reply.text());
        heard.line(true);
        if (found && !read(heard, ...found)) return;
        if (found) after = `&after=${(JSON.parse(found[1]) as RoomState).seq}`;
        // A server that holds no more lines answers at once, and is not to be asked again at once.
        else await rest();
      } catch {
        if (!under.signal.aborted) heard.line(false);
        await rest();
      }
    }
  };
  void go();
  return () => under.abort();
}

function rest(): Promise<void> {
  return new Promise((done) => { window.setTimeout(done, AGAIN_MS); });
}
