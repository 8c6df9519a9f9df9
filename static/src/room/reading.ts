// A student's code as its teacher reads it, and runs it for nobody else, before the class sees it.

import { runCode } from "../server/api.ts";
import { noticeOf, wordsOf, type Reply } from "../server/http.ts";
import { outputAt } from "../model/timeline.ts";
import type { Run } from "../model/run.ts";
import type { State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { endingOf } from "../words/narration.ts";
import { say } from "../words/strings.ts";
import type { RoomClient } from "./client.ts";

export interface ReadingActs {
  /** Open the box with the code of an offer. */
  read(offer: string): void;
  /** Run the code that is being read, for the teacher alone. */
  tryOut(): Promise<void>;
}

/** What a run printed, and how it ended. */
function toldBy(run: Run, language: State["language"]): string {
  const written = outputAt(run, run.events.length).map(({ text }) => text.replace(/\n$/, ""));
  const last = run.events.at(-1);
  const isFailed = last?.kind === "fail" && run.outcome.kind === "failed";
  const ending = isFailed ? `${last.type}: ${last.message}`
    : run.outcome.kind === "finished" ? say(language, "triedDone", { n: run.events.length })
      : endingOf(run, language);
  return [...written, ending].join("\n");
}

export function readingActs(store: Store, client: () => RoomClient): ReadingActs {
  const told = (reply: Reply<Run>): string => {
    const { language } = store.state;
    return reply.kind === "done" ? toldBy(reply.value, language)
      : wordsOf(noticeOf(reply), language);
  };
  return {
    async read(offer) {
      const reply = await client().read(offer);
      if (reply.kind === "refused") {
        store.send({ kind: "noticeShown", notice: noticeOf(reply) });
        return;
      }
      const reading = { ...reply.value, tried: null };
      store.send({ kind: "roomChanged", room: { box: "read", reading } });
    },
    async tryOut() {
      const reading = store.state.room?.reading;
      if (!reading) return;
      const { code, seed, offer } = reading;
      const reply = await runCode({ code, seed });
      if (store.state.room?.reading?.offer !== offer) return;
      store.send({ kind: "roomChanged", room: { reading: { ...reading, tried: told(reply) } } });
    },
  };
}
