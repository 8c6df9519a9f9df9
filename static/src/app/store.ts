// The one place where the page's state changes, and how panels learn of it.

import { reduce, type Change, type State } from "./state.ts";

export interface Store {
  readonly state: State;
  /** Report what happened. The only way to change anything. */
  send(change: Change): void;
  /** Call `draw` now, and whenever something that `read` answers is another thing than before. */
  watch(read: (state: State) => readonly unknown[], draw: (state: State) => void): void;
}

function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, i) => Object.is(item, other[i]));
}

export function createStore(initial: State): Store {
  let state = initial;
  const watchers: (() => void)[] = [];
  return {
    get state() {
      return state;
    },
    send(change) {
      const next = reduce(state, change);
      if (next === state) return;
      state = next;
      for (const look of watchers) look();
    },
    watch(read, draw) {
      let seen = read(state);
      watchers.push(() => {
        const now = read(state);
        if (same(seen, now)) return;
        seen = now;
        draw(state);
      });
      draw(state);
    },
  };
}
