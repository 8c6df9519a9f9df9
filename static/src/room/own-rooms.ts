// The rooms of this browser, as far as that is pure: what is kept of each, and how it is listed.

import type { Person, RoomState } from "./model.ts";

/**
 * The teacher's secret, or a participant's token and who that is; `listen` proves that to the
 * stream of news, where it is known.
 */
export type Word = { readonly listen?: string | undefined } & (
  | { readonly kind: "teacher"; readonly secret: string }
  | { readonly kind: "student"; readonly token: string; readonly me: Person }
);

/** What a room told of itself when this browser was there last. */
export interface Stay {
  readonly title: string | null;
  /** The room's end by the server's clock, and how far that is ahead of ours; in seconds. */
  readonly expires: number;
  readonly ahead: number;
  /** The teacher has ended the room before its time. */
  readonly isOver: boolean;
}

export interface Known {
  readonly word: Word;
  readonly stay: Stay | null;
}

/** A room in the list of this browser's rooms. */
export interface OwnRoom {
  readonly code: string;
  readonly role: Word["kind"];
  readonly name: string | null;
  readonly title: string | null;
  /** When it ends, by our clock, in milliseconds; null when that is not known. */
  readonly ends: number | null;
  /** It is over, and its teacher may still fetch the answers. */
  readonly isOver: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? value as Fields : {};
}

function wordIn(fields: Fields): Word | null {
  const { kind, secret, token } = fields;
  const listen = typeof fields["listen"] === "string" ? { listen: fields["listen"] } : {};
  if (kind === "teacher" && typeof secret === "string") return { kind, secret, ...listen };
  const { participant, name } = fieldsOf(fields["me"]);
  if (kind !== "student" || typeof token !== "string" || typeof participant !== "string") {
    return null;
  }
  const me = { participant, name: typeof name === "string" ? name : null };
  return { kind, token, me, ...listen };
}

function stayIn({ title, expires, ahead, isOver }: Fields): Stay | null {
  if (!Number.isFinite(expires) || !Number.isFinite(ahead)) return null;
  return {
    title: typeof title === "string" ? title : null, expires: Number(expires),
    ahead: Number(ahead), isOver: isOver === true,
  };
}

/** What was kept of a room; null when it makes no sense. */
export function knownIn(text: string | null): Known | null {
  try {
    const fields = fieldsOf(JSON.parse(text ?? "null"));
    // A word stands alone where nothing else is known.
    const word = wordIn("word" in fields ? fieldsOf(fields["word"]) : fields);
    return word && { word, stay: stayIn(fieldsOf(fields["stay"])) };
  } catch {
    return null;
  }
}

/** What a state tells that is worth keeping; `now` is our clock, in milliseconds. */
export function stayOf({ title, expires, now: theirs }: RoomState, now: number): Stay {
  return { title, expires, ahead: theirs - now / 1000, isOver: false };
}

/** When a room ends by our clock, in milliseconds. */
export function endsAt({ expires, ahead }: Stay): number {
  return (expires - ahead) * 1000;
}

/** A room as it is listed. */
export function ownRoom(code: string, { word, stay }: Known): OwnRoom {
  return {
    code, role: word.kind, name: word.kind === "student" ? word.me.name : null,
    title: stay?.title ?? null, ends: stay && endsAt(stay), isOver: stay?.isOver === true,
  };
}

/** Whether a room may be listed before the server has said how it is. */
export function isLikely({ ends, isOver }: OwnRoom, now: number): boolean {
  return !isOver && (ends === null || ends > now);
}

/** The rooms as they are listed, the one that ends last first. */
export function inOrder(rooms: readonly OwnRoom[]): readonly OwnRoom[] {
  return rooms.toSorted((one, other) => (other.ends ?? 0) - (one.ends ?? 0)
    || (one.code < other.code ? -1 : 1));
}
