// The sentence of the moment: large above the strip, and spoken to screen readers when time rests.

import { byId, el, spoken } from "../app/dom.ts";
import { hasStory } from "../app/state.ts";
import { sentenceAt } from "../app/sentence.ts";
import type { Store } from "../app/store.ts";
import { stepOf } from "../model/step-navigation.ts";

const NARROW = window.matchMedia("(max-width: 719px)");

/** How a sentence is set: its size in px of a usual page, and on how many lines at most. */
interface Setting {
  readonly size: 20 | 16 | 14;
  readonly lines: number;
}

const ALONE: readonly Setting[] = [
  { size: 20, lines: 1 }, { size: 20, lines: 2 }, { size: 16, lines: 2 }, { size: 14, lines: 3 },
];
const BESIDE_STORY: readonly Setting[] = [
  { size: 20, lines: 1 }, { size: 16, lines: 1 }, { size: 14, lines: 1 }, { size: 14, lines: 2 },
];
const ON_A_PHONE: readonly Setting[] = [{ size: 16, lines: 2 }, { size: 14, lines: 3 }];
/** Of several lines each but the last leaves some room. */
const USED = 0.9;
/** The root's font size, where it is not a projector's. */
const USUAL = 16;

/** The largest setting in which a sentence has room. */
function settingOf(settings: readonly Setting[], em: number, room: number): Setting {
  return settings.find(({ size, lines }) =>
    em * size <= (lines === 1 ? room : room * lines * USED)) ?? settings.at(-1)!;
}

/** The face of a caption, and its width in px of a usual page. */
interface Measures {
  readonly face: string;
  readonly room: number;
}

function measuresOf(caption: HTMLElement): Measures {
  const type = parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL;
  return { face: getComputedStyle(caption).fontFamily, room: caption.clientWidth / type };
}

/** Widths of texts in a face, in ems. */
function createRuler(): (text: string, face: string) => number {
  const pen = document.createElement("canvas").getContext("2d");
  return (text, face) => {
    if (!pen) return 0;
    pen.font = `100px ${face}`;
    return pen.measureText(text).width / 100;
  };
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
  const em = createRuler();
  caption.append(words);
  // Measured when it may be another: to measure at each step would lay the page out each time.
  let measures = measuresOf(caption);
  const set = (): void => {
    const settings = NARROW.matches ? ON_A_PHONE : hasStory(store.state) ? BESIDE_STORY : ALONE;
    const { face, room } = measures;
    const { size, lines } = settingOf(settings, em(words.textContent ?? "", face), room);
    caption.dataset["size"] = String(size);
    caption.style.setProperty("--lines", String(lines));
  };
  store.watch(
    (s) => [s.run, s.stops, stepOf(s.stops, s.cursor), s.language],
    (state) => {
      words.replaceChildren(...spoken(sentenceAt(state, state.cursor)));
      set();
    },
  );
  const measure = (): void => {
    measures = measuresOf(caption);
    set();
  };
  store.watch((s) => [hasStory(s), s.projector], measure);
  new ResizeObserver(measure).observe(caption);
  // What was said of another run may be hidden in this one.
  store.watch((s) => [s.run], () => announcer.replaceChildren());
  const announce = rested((text) => announcer.replaceChildren(...spoken(text)));
  store.watch(
    (s) => [s.run, s.motion.kind, stepOf(s.stops, s.cursor), s.language],
    ({ motion }) => announce(words.textContent ?? "", motion.kind === "playing"),
  );
}
