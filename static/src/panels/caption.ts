// The sentence of the moment: large above the strip, and spoken to screen readers when time rests.

import { byId, el, spoken } from "../app/dom.ts";
import { widthOf } from "../drawing/scene/text-metrics.ts";
import { sentenceAt } from "../app/sentence.ts";
import type { Store } from "../app/store.ts";
import { stepOf } from "../model/step-navigation.ts";

/** A sentence of more ems than this is set smaller, to stay within its lines. */
const LONG = { wide: 80, narrow: 40 } as const;
const NARROW = window.matchMedia("(max-width: 719px)");

function isLong(sentence: string): boolean {
  return widthOf(sentence, 1, "ui") > (NARROW.matches ? LONG.narrow : LONG.wide);
}

/** Whoever steps on before a sentence was begun wants only the last one. */
const REST_MS = 250;
/** While the tape plays there is a sentence at most this often. */
const PLAYING_MS = 4000;

/** Say the last of what is told in quick succession, and not too often while the tape plays. */
function rested(speak: (text: string) => void): (text: string, isPlaying: boolean) => void {
  let timer: number | undefined;
  let last = -PLAYING_MS;
  return (text, isPlaying) => {
    window.clearTimeout(timer);
    const left = last + PLAYING_MS - performance.now();
    timer = window.setTimeout(() => {
      last = performance.now();
      speak(text);
    }, isPlaying ? Math.max(left, REST_MS) : REST_MS);
  };
}

export function showCaption(store: Store): void {
  const caption = byId("caption", HTMLElement);
  const announcer = byId("announcer", HTMLElement);
  const words = el("span");
  caption.append(words);
  store.watch(
    (s) => [s.run, s.stops, stepOf(s.stops, s.cursor), s.language],
    (state) => {
      words.replaceChildren(...spoken(sentenceAt(state, state.cursor)));
      caption.classList.toggle("long", isLong(words.textContent ?? ""));
    },
  );
  const announce = rested((text) => announcer.replaceChildren(...spoken(text)));
  store.watch(
    (s) => [s.run, s.motion.kind, stepOf(s.stops, s.cursor), s.language],
    ({ motion }) => announce(words.textContent ?? "", motion.kind === "playing"),
  );
}
