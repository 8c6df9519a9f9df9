// The events of the program itself: its calls, its optimizers, the plain values of its variables.

import type { Entry } from "./event.ts";

/** A name of a frame was bound to what is no tensor; `type` and `text` null: it was unbound. */
export interface ValueEvent {
  readonly kind: "value";
  readonly frame: number;
  readonly name: string;
  /** Python's name of the type. */
  readonly type: string | null;
  /** A short repr. */
  readonly text: string | null;
  readonly line: number | null;
  /** Of a container that was changed in place: the tensors that are new at paths as `['a'][0]`. */
  readonly tensors?: Readonly<Record<string, string>>;
}

/** A call began, or a generator goes on; frame 0 is the module, which is never entered. */
export interface EnterEvent {
  readonly kind: "enter";
  readonly frame: number;
  readonly of: "function" | "lambda" | "comprehension" | "library";
  readonly name: string;
  readonly caller: number;
  /** The line of the caller on which the call stands. */
  readonly from: number | null;
  /** Of the program's own code the line of its `def`; of the library the line that calls it. */
  readonly line: number | null;
  /** Of a call that acts on an optimizer: its number. */
  readonly optimizer?: number;
  /** Of a step before which the learning rates have changed: those of all groups. */
  readonly rates?: readonly Rate[];
}

/** A learning rate; null where the program has set what is no number. */
export type Rate = Entry | null;

/** What an optimizer holds from here on: its groups from number `first` on. */
export interface OptimizerEvent {
  readonly kind: "optimizer";
  readonly optimizer: number;
  readonly name: string;
  readonly first: number;
  readonly groups: readonly { readonly params: readonly string[]; readonly lr: Rate }[];
  readonly line: number | null;
}

/** A call ended, and with it all calls within it that are still on the stack. */
export interface LeaveEvent {
  readonly kind: "leave";
  readonly frame: number;
  readonly how: "return" | "yield" | "raise";
  /** A short repr of what the program's function returned; of the library what it did. */
  readonly result: unknown;
  readonly line: number | null;
}
