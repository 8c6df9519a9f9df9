// Entering a room: who we are there, its news, and what the panels may do in it.

import type { Runner } from "../server/run-connection.ts";
import { askAs, noticeOf, wordsOf, type Reply } from "../server/http.ts";
import { titleNow, type Notice, type State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { Attendance } from "./attend.ts";
import { RoomClient, type Asked } from "./client.ts";
import {
  enteredRoom, type Answer, type Door, type Ending, type Room, type RoomState, type RowKind,
  type Unsent,
} from "./model.ts";
import { unsent, type Watch } from "./outage.ts";
import { readingActs, type ReadingActs } from "./reading.ts";
import { keepUp } from "./stay.ts";
import { proveTeacher, TEACHER } from "./proof.ts";
import { listen, type Listener } from "./stream.ts";
import { forgetWord, keepWord, wordFor } from "./credentials.ts";

/** How often the teacher's page looks at the desk. */
const DESK_MS = 3000;
const DESK_ASKING_MS = 1000;

/** Why something was refused, in a sentence for the form that asked; null when it was done. */
export type Why = string | null;

/** What can be done in a room, for its panels; a refusal without a form becomes a notice. */
export interface RoomActs extends ReadingActs {
  join(name: string | null): Promise<Why>;
  steer(to: string | null): void;
  ask(question: Asked): Promise<Why>;
  reveal(number: number): void;
  clear(number: number): void;
  showBars(showsBars: boolean): void;
  answer(number: number, value: Answer): void;
  offer(): Promise<Why>;
  accept(offer: string): void;
  decline(offer: string): void;
  /** The table of results; null after the refusal has been told. */
  answers(by: RowKind): Promise<Blob | null>;
  setDoor(door: Door): void;
  remove(participant: string, alike: boolean): void;
  hideName(participant: string): void;
  removeAbsent(): void;
  end(): void;
}

function change(store: Store, room: Partial<Room>): void {
  store.send({ kind: "roomChanged", room });
}

/** What was asked for, or null after the refusal has been told. */
async function told<T>(store: Store, asked: Promise<Reply<T>>): Promise<T | null> {
  const reply = await asked;
  if (reply.kind === "done") return reply.value;
  store.send({ kind: "noticeShown", notice: noticeOf(reply) });
  return null;
}

/** The teacher's page looks at the desk, more often while a question is open. */
function watchDesk(store: Store, client: () => RoomClient): void {
  const look = async (): Promise<void> => {
    const { room } = store.state;
    if (room?.role !== "teacher" || room.ended !== null) return;
    const reply = await client().desk();
    if (reply.kind === "done") change(store, { desk: reply.value });
    const isAsking = store.state.room?.state?.question?.phase === "open";
    window.setTimeout(() => void look(), isAsking ? DESK_ASKING_MS : DESK_MS);
  };
  void look();
}

/** How the viewer's own answer was graded, once the teacher has shown the right one. */
function watchGrade(store: Store, client: () => RoomClient): void {
  const phaseOf = ({ room }: State): string | undefined => room?.state?.question?.phase;
  const numberOf = ({ room }: State): number | undefined => room?.state?.question?.number;
  store.watch((s) => [numberOf(s), phaseOf(s), s.room?.me], async ({ room }) => {
    const question = room?.state?.question;
    if (!question || room?.role !== "student" || room.me === null) return;
    const known = room.answered?.number === question.number ? room.answered : null;
    if (known !== null && (question.phase === "open" || known.right !== null)) return;
    const reply = await client().graded(question.number);
    if (reply.kind !== "done" || reply.value.value === null) return;
    const { value, right } = reply.value;
    change(store, { answered: { number: question.number, value, right } });
  });
}

/** Who we are in the room, when that begins and when the teacher ends it. */
interface Seat {
  joined(token: string, me: NonNullable<Room["me"]>, proof: string | undefined): void;
  removed(): void;
}

/** Whether our word opens no seat: the teacher removed us, or the server signs with another key. */
function losesSeat(reply: Reply<unknown>): reply is Reply<unknown> & { kind: "refused" } {
  return reply.kind === "refused" && (reply.code === "removed" || reply.code === "not_joined");
}

/** What the teacher has to say of seats; the desk is looked at again at once. */
function seatActs(
  store: Store, client: () => RoomClient,
): Pick<RoomActs, "setDoor" | "remove" | "hideName" | "removeAbsent"> {
  const done = async (asked: Promise<Reply<unknown>>): Promise<void> => {
    await told(store, asked);
    const desk = await client().desk();
    if (desk.kind === "done") change(store, { desk: desk.value });
  };
  return {
    setDoor: (door) => void done(client().setDoor(door)),
    remove: (participant, alike) => void done(client().remove(participant, alike)),
    hideName: (participant) => void done(client().hideName(participant)),
    removeAbsent: () => void done(client().removeAbsent()),
  };
}

type Seated = <T>(asked: Promise<Reply<T>>) => Promise<Reply<T>>;
type Tried = <T>(asked: Promise<Reply<T>>, done: (value: T) => void) => Promise<Why>;

/** What a student sends, which the server gets even if it is away just now. */
function sendingActs(
  store: Store, client: () => RoomClient, seated: Seated, tried: Tried,
): Pick<RoomActs, "answer" | "offer"> {
  const watching = (what: Unsent): (() => Watch) => {
    let newest = new AbortController();
    return () => {
      newest.abort(); // what is sent now takes the place of what is on its way
      const mine = newest = new AbortController();
      const late = (isLate: boolean): void => {
        if (mine === newest) unsent(store, what, isLate);
      };
      return { signal: mine.signal, late };
    };
  };
  const watchAnswer = watching("answer");
  const watchOffer = watching("offer");
  return {
    answer(number, value) {
      const { signal, late } = watchAnswer();
      const asked = seated(client().answer(number, value, { signal, late }));
      void told(store, asked).then((kept) => {
        if (kept !== null) change(store, { answered: { number, value: kept, right: null } });
      }, (error: unknown) => { if (!signal.aborted) throw error; });
    },
    offer() {
      const { code, seed } = store.state;
      const title = titleNow(store.state);
      const key = crypto.randomUUID?.() ?? String(Math.random());
      const watch = watchOffer();
      return tried(client().offer({ code, seed, title }, key, watch), () => undefined)
        .catch((error: unknown) => {
          if (!watch.signal.aborted) throw error;
          return null;
        });
    },
  };
}

function actsOf(
  store: Store, client: () => RoomClient, hear: (state: RoomState) => void, seat: Seat,
): RoomActs {
  const seated = async <T>(asked: Promise<Reply<T>>): Promise<Reply<T>> => {
    const reply = await asked;
    if (losesSeat(reply)) seat.removed();
    return reply;
  };
  const heard = async (asked: Promise<Reply<RoomState>>): Promise<void> => {
    const state = await told(store, seated(asked));
    if (!state) return;
    forgetNotice(store, OF_THE_LINE);
    hear(state);
  };
  const tried = async <T>(asked: Promise<Reply<T>>, done: (value: T) => void): Promise<Why> => {
    const reply = await seated(asked);
    if (losesSeat(reply)) {
      store.send({ kind: "noticeShown", notice: noticeOf(reply) });
      return null;
    }
    if (reply.kind === "refused") return wordsOf(noticeOf(reply), store.state.language);
    done(reply.value);
    return null;
  };
  return {
    join: (name) => tried(client().join(name), ({ token, listen: proof, ...me }) =>
      seat.joined(token, { participant: me.participant, name: me.name }, proof)),
    steer: (to) => void heard(client().steer(to)),
    ask: (question) => tried(client().put(question), hear),
    reveal: (number) => void heard(client().reveal(number)),
    clear: (number) => void heard(client().clear(number)),
    showBars: (showsBars) => change(store, { showsBars }),
    ...sendingActs(store, client, seated, tried),
    accept: (offer) => void heard(client().accept(offer)),
    decline: (offer) => void told(store, client().decline(offer)),
    answers: (by) => told(store, client().answers(by)),
    end: () => void told(store, client().end()),
    ...seatActs(store, client), ...readingActs(store, client),
  };
}

/** Notices that are over when the line is up again, or when somebody has a seat. */
const OF_THE_LINE: readonly string[] = ["lost", "rooms_down"];
const OF_THE_SEAT: readonly string[] = ["not_joined", "removed", "presentWrong"];

/** Take a notice away whose cause is gone. */
function forgetNotice(store: Store, keys: readonly string[]): void {
  const key = store.state.notice?.key;
  if (key && keys.includes(key)) store.send({ kind: "noticeOver" });
}

const ENDED: Readonly<Record<Ending, Notice["key"]>> = {
  ended: "roomEnded", expired: "roomExpired", gone: "roomGone",
};

/** Enter the room of that code; `runner` runs code there. */
export function enterRoom(store: Store, code: string): { acts: RoomActs; runner: Runner } {
  const word = wordFor(code);
  const isTeacher = word?.kind === "teacher";
  const me = word?.kind === "student" ? word.me : null;
  let client: RoomClient;
  const become = (given: string | null): void => {
    client = new RoomClient(code, given);
    askAs(given === null ? null : { room: code, word: given });
  };
  become(isTeacher ? word.secret : word?.token ?? null);
  const current = (): RoomClient => client;
  const room = enteredRoom(code, isTeacher ? "teacher" : "student", me);
  store.send({ kind: "roomEntered", room: { ...room, box: word === null ? "join" : null } });
  const attendance = new Attendance(store, current);
  let stop = (): void => undefined;
  const hearing = (who: Listener | null): void => {
    stop();
    stop = listen(code, who, {
      told: (state, isFirst) => attendance.hear(state, isFirst),
      ended: (why) => {
        // The results of a room that was ended are its teacher's until its time is up.
        if (!isTeacher || why === "expired") forgetWord(code);
        askAs(null);
        change(store, { ended: why, line: "up", unsent: [], box: null });
        const key = ENDED[why];
        store.send({ kind: "noticeShown", notice: { tone: "note", key, text: null } });
      },
      line: (line) => {
        if (store.state.room?.line === line) return;
        change(store, { line });
        if (line !== "up") return;
        forgetNotice(store, OF_THE_LINE);
        attendance.returned();
      },
      away: (isAway) => {
        if (store.state.room?.isAway !== isAway) change(store, { isAway });
      },
    });
  };
  const participant = isTeacher ? TEACHER : me?.participant;
  hearing(participant === undefined ? null : { participant, listen: word?.listen });
  const seat: Seat = {
    joined(token, who, proof) {
      become(token);
      keepWord(code, { kind: "student", token, me: who, listen: proof });
      change(store, { me: who, box: null });
      forgetNotice(store, OF_THE_SEAT);
      hearing({ participant: who.participant, listen: proof });
    },
    removed() {
      become(null);
      forgetWord(code);
      change(store, { me: null, answered: null, box: null });
      hearing(null);
    },
  };
  const acts = actsOf(store, current, (state) => attendance.hear(state), seat);
  watchDesk(store, current);
  proveTeacher(store, code, hearing);
  watchGrade(store, current);
  keepUp(store, code);
  return { acts, runner: attendance.runner };
}
