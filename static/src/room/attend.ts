// Being in a room: the page follows whoever has the wheel, or drives the others.

import { runCode } from "../server/api.ts";
import type { Runner } from "../server/run-connection.ts";
import type { Reply } from "../server/http.ts";
import type { Run } from "../model/run.ts";
import { titleNow, viewShown, type Asking } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import type { RoomClient } from "./client.ts";
import { drives, type Room, type RoomState } from "./model.ts";
import { LATE_MS, unsent } from "./outage.ts";
import { veiled, withheld } from "./hidden-values.ts";
import { followView, freeView } from "./follow-view.ts";
import { isAt, isSameSpot, isShown, spotOf } from "./spot.ts";

/** At most ten moves a second leave the page; the last one always does. */
const MOVE_EVERY_MS = 100;
/** A move that came to nothing because the server was away is made again so soon. */
const MOVE_AGAIN_MS = 1000;
/** Refusals after which the same move would be refused again. */
const FINAL: readonly string[] = [
  "not_driving", "other_run", "bad_move", "not_joined", "removed", "ended", "expired",
  "unknown_room",
];

/** What of the question is hidden now, as one text to compare. */
function veilOf({ question }: RoomState): string {
  return question?.phase === "open" ? JSON.stringify(question.subject) : "";
}

/** The page's side of one room. */
export class Attendance {
  readonly #store: Store;
  readonly #client: () => RoomClient;
  readonly #tab = crypto.randomUUID?.() ?? String(Math.random());
  /** The room's run, as it came and as it is shown, and its digest. */
  #run: Run | null = null;
  #shown: Run | null = null;
  #digest: string | null = null;
  #veil = "";
  /** The runs without what is hidden, and how that is hidden now. */
  readonly #bare = new WeakMap<Run, Run>();
  #covering: ((run: Run) => Run) | null = null;
  #ownVeil = "";
  /** We are bringing the page to the room's moment: what changes now is not the viewer's doing. */
  #applying = false;
  #followed = true;
  #timer: number | undefined;
  #sent = 0;
  /** Our latest move has not reached the server. */
  #isUnsent = false;
  #isMoving = false;
  #movesAgain = false;

  constructor(store: Store, client: () => RoomClient) {
    this.#store = store;
    this.#client = client;
    store.watch(
      (s) => [
        spotOf(s).cursor, s.selection, s.stride, s.run, s.code, s.motion.kind === "playing",
        s.room?.following, s.room?.strays, s.room?.leads, s.led, s.part, s.folds,
      ],
      () => this.#look(),
    );
  }

  /** The room's latest state is there; `isFirst` of a line, it counts whatever was before. */
  hear(told: RoomState, isFirst = false): void {
    const before = this.#room?.state ?? null;
    const isBack = before !== null && told.seq < before.seq;
    if (isBack && !isFirst) return;
    if (isBack && this.#drives()) {
      // The server has lost our last moves, and gets them again.
      this.#isUnsent = true;
    } else if (before !== null && told.tab !== this.#tab && !isSameSpot(before, told)) {
      this.#isUnsent = false; // somebody else has moved the class since
    }
    const leads = this.#isUnsent ? this.#room?.leads ?? false : Boolean(told.view);
    this.#store.send({ kind: "roomChanged", room: { state: told, leads } });
    void this.#arrive();
  }

  /** The line is up again: what could not be fetched may be there now. */
  returned(): void {
    void this.#arrive();
  }

  /** Run code: in the room of this teacher, for everybody. */
  readonly runner: Runner = (asking, ticket, signal) => {
    const room = this.#room;
    if (room?.role !== "teacher" || room.ended !== null) return runCode(asking, ticket, signal);
    return this.#runForAll(asking, ticket, signal);
  };

  #drives(): boolean {
    return this.#room !== null && drives(this.#room);
  }

  get #room(): Room | null {
    return this.#store.state.room;
  }

  async #runForAll(
    { code, seed }: Asking, ticket: string, signal: AbortSignal,
  ): Promise<Reply<Run>> {
    const { stride } = this.#store.state;
    const title = titleNow(this.#store.state);
    const spot = { cursor: 0, selection: null, stride };
    const reply = await this.#client().show({ code, seed, title, ticket }, spot, signal);
    signal.throwIfAborted();
    if (reply.kind === "refused") return reply;
    const fetched = await this.#client().run(reply.value.digest);
    signal.throwIfAborted();
    if (fetched.kind === "refused") return fetched;
    this.#run = this.#shown = fetched.value;
    this.#digest = reply.value.digest;
    this.#veil = "";
    this.#store.send({ kind: "roomChanged", room: { state: reply.value } });
    return fetched;
  }

  /** Bring the page to where the room is, if it follows. */
  async #arrive(): Promise<void> {
    const room = this.#room;
    if (!room?.state || this.#store.state.asking !== null) return;
    if (!await this.#fetch(room.state.digest)) return;
    const now = this.#room;
    if (!now?.state || now.state.digest !== this.#digest) return;
    this.#cover(now.state);
    const isOwn = drives(now) && (now.state.tab === this.#tab || this.#isUnsent);
    if (!isOwn && now.following) this.#goTo(now.state);
    this.#look();
  }

  /** Have the run of that digest; false when it is not to be had now. */
  async #fetch(digest: string): Promise<boolean> {
    if (this.#digest === digest) return true;
    const reply = await this.#client().run(digest);
    // Another run may be on the screens by now, or be here already.
    if (reply.kind === "refused" || this.#room?.state?.digest !== digest) return false;
    if (this.#digest === digest) return true;
    this.#run = reply.value;
    this.#shown = null;
    this.#digest = digest;
    this.#veil = "";
    return true;
  }

  /** Hide what the class is asked about, and show it again. */
  #cover(told: RoomState): void {
    const veil = veilOf(told);
    if (this.#run === null || (this.#shown !== null && veil === this.#veil)) return;
    const subject = veil === "" ? null : told.question?.subject ?? null;
    const covering = (run: Run): Run => {
      const covered = veil === "" ? run : subject === null ? withheld(run) : veiled(run, subject);
      this.#bare.set(covered, run);
      return covered;
    };
    const isOnStage = this.#store.state.run === this.#shown && this.#shown !== null;
    this.#shown = covering(this.#run);
    this.#veil = veil;
    this.#covering = covering;
    if (isOnStage) this.#show(this.#shown);
    this.#coverOwn();
  }

  /** Hide the same in a run of the viewer's own, which may be of the same code. */
  #coverOwn(): void {
    const { run } = this.#store.state;
    if (run === null || run === this.#shown || this.#covering === null) return;
    const bare = this.#bare.get(run) ?? run;
    const isCovered = bare !== run || run.withheld === true;
    if (isCovered ? this.#ownVeil !== this.#veil : this.#veil !== "") {
      this.#ownVeil = this.#veil;
      this.#show(this.#covering(bare));
    }
  }

  #show(run: Run): void {
    this.#apply(() => this.#store.send({ kind: "valuesHidden", run }));
  }

  #goTo(told: RoomState): void {
    this.#apply(() => {
      const { send } = this.#store;
      const isNew = this.#store.state.run !== this.#shown;
      if (isNew && this.#shown) send({ kind: "runShown", run: this.#shown, title: told.title });
      const { stride, selection, code, run } = this.#store.state;
      if (run && code !== run.snippet.code) send({ kind: "codeEdited", code: run.snippet.code });
      if (stride !== told.stride) send({ kind: "strideChanged", stride: told.stride });
      if (selection !== told.selection) {
        send({ kind: "selectionChanged", selection: told.selection });
      }
      followView(this.#store, told);
      // A student's code that has just been accepted opens where it is most telling.
      const isFresh = told.author !== null && told.tab === null && this.#drives();
      if (isFresh || isAt(this.#store.state, told)) return;
      send(isNew ? { kind: "cursorMoved", cursor: told.cursor }
        : { kind: "cursorAimed", to: told.cursor });
    });
  }

  #apply(act: () => void): void {
    this.#applying = true;
    act();
    this.#applying = false;
  }

  /** Something on the page is another: the viewer moves the class, or leaves it to explore. */
  #look(): void {
    const room = this.#room;
    const follows = room?.following === true && !room.strays;
    const rejoins = follows && !this.#followed;
    this.#followed = follows;
    if (this.#applying || !room?.state || this.#shown === null) return;
    this.#coverOwn();
    if (this.#store.state.asking !== null) return;
    if (drives(room)) {
      if (this.#store.state.run !== this.#shown) return;
      if (!isAt(this.#store.state, room.state)) this.#apply(() => freeView(this.#store));
      if (!isShown(this.#store.state, room.state)) this.#moveSoon();
      return;
    }
    if (rejoins) {
      void this.#arrive();
    } else if (room.following && !this.#isWithRoom(room.state)) {
      this.#apply(() => freeView(this.#store));
      this.#store.send({ kind: "roomChanged", room: { following: false } });
    }
  }

  #isWithRoom(told: RoomState): boolean {
    const { state } = this.#store;
    return state.run === this.#shown && state.code === state.run?.snippet.code
      && state.motion.kind !== "playing" && isAt(state, told);
  }

  #moveSoon(every = MOVE_EVERY_MS): void {
    this.#isUnsent = true;
    if (this.#timer !== undefined) return;
    const wait = Math.max(0, this.#sent + every - performance.now());
    this.#timer = window.setTimeout(() => {
      this.#timer = undefined;
      this.#sent = performance.now();
      void this.#move();
    }, wait);
  }

  async #move(): Promise<void> {
    // One after the other, so that the last one arrives last.
    if (this.#isMoving) {
      this.#movesAgain = true;
      return;
    }
    this.#isMoving = true;
    await this.#moveOnce();
    this.#isMoving = false;
    if (this.#movesAgain) this.#moveSoon();
    this.#movesAgain = false;
  }

  async #moveOnce(): Promise<void> {
    const room = this.#room;
    const { state } = this.#store;
    const isOurs = room?.state && drives(room) && room.ended === null
      && this.#digest === room.state.digest && state.run === this.#shown;
    if (!isOurs || (isShown(state, room.state) && room.state.tab === this.#tab)) {
      this.#isSent();
      return;
    }
    const spot = spotOf(state);
    const view = viewShown(state);
    const told = { ...room.state, ...spot, view, stride: state.stride, tab: this.#tab };
    const late = window.setTimeout(() => unsent(this.#store, "move", true), LATE_MS);
    const reply = await this.#client().move(room.state.digest, spot, view, this.#tab);
    window.clearTimeout(late);
    if (reply.kind === "done") {
      this.#isSent();
      const { state: now } = this.#room ?? {};
      if (now && reply.value >= now.seq) {
        this.#store.send({ kind: "roomChanged", room: { state: { ...told, seq: reply.value } } });
      }
    } else if (reply.code === "too_fast") {
      this.#moveSoon();
    } else if (FINAL.includes(reply.code)) {
      this.#isSent();
    } else {
      unsent(this.#store, "move", true);
      this.#moveSoon(MOVE_AGAIN_MS);
    }
  }

  #isSent(): void {
    this.#isUnsent = this.#timer !== undefined || this.#movesAgain;
    unsent(this.#store, "move", false);
  }
}
