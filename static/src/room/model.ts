// A room as the page knows it: what the server tells of it, and who we are. Pure.
// docs/classroom.md is the contract.

import type { ClassView } from "../model/class-view.ts";
import type { Stride } from "../model/timeline.ts";

export interface Person {
  readonly participant: string;
  readonly name: string | null;
}

/** What a question hides and asks for. */
export interface Hidden {
  readonly of: "value" | "grad" | "ledger";
  readonly tensor: string;
  readonly entry: readonly number[] | null;
}

/** A number, a word for one that is none (`nan`), a shape, or yes and no. */
export type Answer = number | string | readonly number[] | boolean;

export interface Tally {
  readonly answered: number;
  readonly right: number;
  readonly bars: readonly {
    readonly value: Answer; readonly count: number; readonly right: boolean;
  }[];
  readonly others: number;
}

export interface Question {
  readonly number: number;
  readonly kind: "number" | "shape" | "yesno";
  readonly subject: Hidden | null;
  readonly at: number;
  readonly text: string | null;
  readonly choices: readonly (readonly number[])[] | null;
  readonly phase: "open" | "revealed";
  readonly truth?: Answer | null;
  readonly tally?: Tally;
}

/** The state that every event of a room carries whole. */
export interface RoomState {
  readonly room: string;
  readonly seq: number;
  readonly now: number;
  readonly expires: number;
  readonly url: string;
  readonly title: string | null;
  readonly digest: string;
  readonly author: Person | null;
  readonly cursor: number;
  readonly selection: string | null;
  readonly stride: Stride;
  /** What of the picture everybody sees; null where everybody looks for themselves. */
  readonly view: ClassView | null;
  readonly wheel: Person | null;
  readonly tab: string | null;
  readonly question: Question | null;
}

export interface Offer extends Person {
  readonly offer: string;
  readonly title: string | null;
  readonly lines: number;
}

/** A student's code that the teacher reads; `tried` is what it did when it was run. */
export interface Sent extends Person {
  readonly offer: string;
  readonly title: string | null;
  readonly code: string;
  readonly seed: number | null;
  readonly tried: string | null;
}

/** Who may still join: `wide` lets in any number from one network. */
export type Door = "open" | "wide" | "closed";

/** Somebody with a seat; `alike` counts all who joined from the same network. */
export interface Seated extends Person {
  readonly present: boolean;
  readonly alike: number;
}

/** What only the teacher sees. */
export interface Desk {
  readonly present: number;
  readonly door: Door;
  readonly people: readonly Seated[];
  /** `of` counts those who are here or have answered. */
  readonly question: {
    readonly number: number; readonly tally: Tally; readonly of: number;
  } | null;
  readonly offers: readonly Offer[];
  /** The word that proves to the stream of news that the teacher listens. */
  readonly listen?: string;
}

/** What a row of the table of results stands for. */
export type RowKind = "answer" | "student";

/** What became of this viewer's own answer to the question of that number. */
interface Answered {
  readonly number: number;
  readonly value: Answer;
  /** Null until the reveal. */
  readonly right: boolean | null;
}

export type Unsent = "move" | "answer" | "offer";

/** Why a room is over; `gone` when the server has lost it. */
export type Ending = "ended" | "expired" | "gone";

/** The boxes that a room opens over the page. */
type RoomBox = "join" | "invite" | "people" | "ask" | "offer" | "read" | "results";

/** The page's part in a room. */
export interface Room {
  readonly code: string;
  /** The teacher has the room's secret. */
  readonly role: "teacher" | "student";
  readonly state: RoomState | null;
  /** Follows whoever has the wheel; else explores alone. */
  readonly following: boolean;
  /** Looks at another part of the picture than the class is shown. */
  readonly strays: boolean;
  /** Whether the class is shown what whoever drives sees, also where the server is yet to know. */
  readonly leads: boolean;
  /** `late` while the line holds but the server cannot reach its rooms. */
  readonly line: "up" | "late" | "lost";
  /** The teacher's page is gone. */
  readonly isAway: boolean;
  /** What this viewer did that the server has not got yet; it is sent again until it has. */
  readonly unsent: readonly Unsent[];
  /** Why the room is over, once it is. */
  readonly ended: Ending | null;
  readonly me: Person | null;
  readonly desk: Desk | null;
  readonly answered: Answered | null;
  readonly box: RoomBox | null;
  /** The teacher shows what was answered before the answer is shown. */
  readonly showsBars: boolean;
  readonly reading: Sent | null;
}

export function enteredRoom(code: string, role: Room["role"], me: Person | null): Room {
  return {
    code, role, me, state: null, following: true, strays: false, leads: false, line: "up",
    isAway: false, unsent: [], ended: null, desk: null, answered: null, box: null,
    showsBars: false, reading: null,
  };
}

/** Whether this viewer has the wheel. */
export function drives({ role, me, state }: Room): boolean {
  if (!state) return false;
  if (state.wheel === null) return role === "teacher";
  return me !== null && state.wheel.participant === me.participant;
}

/** How a code is read aloud and written down: `K7W Q2M`. */
export function spaced(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

const CODE = /^[2-9A-HJ-NP-Z]{6}$/;

/** The code in what somebody typed, or null: case, blanks and hyphens are forgiven. */
export function codeIn(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, "");
  return CODE.test(code) ? code : null;
}

/** What an answer is taken for, or null when it is none of its kind. */
export function answerIn(kind: Question["kind"], typed: string): Answer | null {
  const text = typed.trim().toLowerCase().replaceAll("−", "-");
  if (kind === "shape") {
    const inside = text.replace(/^(?:torch\.size)?[([]*/, "").replace(/[)\]]*$/, "").trim();
    const sizes = inside.split(/\s*[,×x*]\s*|\s+/).filter((size) => size !== "");
    return sizes.every((size) => /^\d{1,9}$/.test(size)) ? sizes.map(Number) : null;
  }
  if (/^[+-]?(?:nan|inf)$/.test(text)) return text.replace("+", "");
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/.test(text) ? Number(text) : null;
}
