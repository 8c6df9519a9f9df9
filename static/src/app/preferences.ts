// What the browser remembers between visits: code, language, theme, pace and dividers.

import { MOST_OWN, START, type Own, type State } from "./state.ts";
import type { Store } from "./store.ts";

const KEY = "tapescope";
const WRITE_AFTER_MS = 300;

type Kept = Pick<State,
  "code" | "title" | "own" | "language" | "theme" | "speed" | "stride" | "sizes" | "bearing"
  | "letters" | "paneChosen">;

function isOneOf<T>(value: unknown, ...known: readonly T[]): value is T {
  return known.some((one) => one === value);
}

function ownOf(value: unknown): readonly Own[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one: Partial<Own> | null): one is Own => typeof one?.code === "string"
    && (typeof one.title === "string" || one.title === null)).slice(0, MOST_OWN);
}

function sizeOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : null;
}

function read(): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept as Record<string, unknown> : {};
  } catch {
    return {};
  }
}

function write(kept: Readonly<Record<string, unknown>>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Private windows and full disks keep nothing; the page works all the same.
  }
}

/** Kept apart from all else, so that they are known to be new to whoever is. */
const HINTS_KEY = "tapescope-hints";

/** Whether the hints of a first visit were put away; also where nothing can be remembered. */
export function hintsAreDone(): boolean {
  try {
    return localStorage.getItem(HINTS_KEY) !== null;
  } catch {
    return true;
  }
}

export function rememberHints(): void {
  try {
    localStorage.setItem(HINTS_KEY, "done");
  } catch {
    // What cannot be remembered is not shown either: see above.
  }
}

/** What an earlier visit left; null code for none, and whether there was one at all. */
export interface Recalled extends Omit<Kept, "code"> {
  readonly code: string | null;
  readonly known: boolean;
}

/** What an earlier visit left, each part only when it makes sense. */
export function recall(browserLanguages: readonly string[]): Recalled {
  const kept = read();
  const {
    code, title, own, language, theme, speed, stride, sizes, bearing, letters, paneChosen,
  } = kept;
  const { left, below, right } = (typeof sizes === "object" && sizes !== null ? sizes : {}) as
    Record<string, unknown>;
  const chinese = browserLanguages[0]?.toLowerCase().startsWith("zh") === true;
  return {
    known: Object.keys(kept).length > 0,
    code: typeof code === "string" && code.trim() !== "" ? code : null,
    title: typeof title === "string" ? title : null,
    own: ownOf(own),
    language: isOneOf(language, "en", "zh") ? language : chinese ? "zh" : "en",
    theme: isOneOf(theme, "light", "dark", "system") ? theme : "system",
    speed: isOneOf(speed, 0.25, 0.5, 1, 2, 4) ? speed : START.speed,
    stride: isOneOf(stride, "lesson", "line", "event") ? stride : START.stride,
    bearing: isOneOf(bearing, "right", "down") ? bearing : null,
    letters: letters !== false,
    paneChosen: isOneOf(paneChosen, "variables", "console", "findings", "health")
      ? paneChosen : START.paneChosen,
    sizes: { left: sizeOf(left), below: sizeOf(below), right: sizeOf(right) },
  };
}

/** Keep up with the store, a moment after each change. */
export function remember(store: Store): void {
  let timer: number | undefined;
  store.watch(
    (s) => [
      s.code, s.title, s.own, s.language, s.theme, s.speed, s.stride, s.sizes, s.bearing,
      s.letters, s.paneChosen,
    ],
    ({ code, title, guest, ...state }) => {
      const { own, language, theme, speed, stride, sizes, bearing, letters, paneChosen } = state;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        // A stranger's code is not what the viewer had last.
        const { code: lastCode, title: lastTitle } = read();
        const last = code === guest ? { code: lastCode, title: lastTitle } : { code, title };
        write({
          ...last, own, language, theme, speed, stride, sizes, bearing, letters, paneChosen,
        });
      }, WRITE_AFTER_MS);
    },
  );
}
