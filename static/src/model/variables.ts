// The variables of a call on the stack, as a debugger lists them: rows, and what changed. Pure.

import { compactValue, inlineValue, normWords, shapeWords } from "./number.ts";
import type { Run, Value } from "./run.ts";
import {
  bindingsOf, frameAt, runningCall, stackOf, type Binding, type Frame, type OnStack,
  type TensorState,
} from "./timeline.ts";
import { stopBefore } from "./step-navigation.ts";

/** A name of a frame, and what it holds. */
export interface Row {
  readonly name: string;
  /** Null for a plain value, which `text` tells. */
  readonly tensor: TensorState | null;
  readonly text: string;
  readonly grad: string;
  readonly shape: string;
  /** Of a large value or gradient its norm, else null. */
  readonly norms: { readonly value: string | null; readonly grad: string | null };
  readonly type: string;
  /** What differs from the step before. */
  readonly changed: { readonly name: boolean; readonly value: boolean; readonly grad: boolean };
}

/** A variable with the paths through it: `net` and `net.0.weight`. */
export interface Group {
  readonly variable: string;
  /** The variable itself; null where only its paths are known. */
  readonly head: Row | null;
  readonly paths: readonly Row[];
}

const UNCHANGED = { name: false, value: false, grad: false };

/** So many letters of numbers have room in a column. */
const ROOM = { value: 18, grad: 10 } as const;

/** The norm of a value whose numbers have no room; null where there is none. */
function normText(value: Value | null, room: number): string | null {
  if (!value || value.dtype === "bool") return null;
  if ((inlineValue(value)?.length ?? Infinity) <= room) return null;
  const norm = normWords(value);
  return Number.isFinite(Number(norm)) ? norm : null;
}

/** A value in few letters: its numbers, or its norm where they are many. */
function brief(value: Value, room: number): string {
  const norm = normText(value, room);
  return norm === null ? compactValue(value) : `‖${norm}‖`;
}

/** What stands for a `.grad` that is not there: None where there could be one. */
function gradOf({ grad, requires_grad, is_leaf }: TensorState): string {
  if (grad) return brief(grad, ROOM.grad);
  return requires_grad && is_leaf ? "None" : "—";
}

const NO_NORMS = { value: null, grad: null };

function rowOf(frame: Frame, binding: Binding, before: Binding | undefined, was: Frame): Row {
  const { name, type, text } = binding;
  const tensor = binding.tensor === null ? undefined : frame.tensors.get(binding.tensor);
  const isSame = before?.tensor === binding.tensor && before?.type === type;
  if (!tensor) {
    const changed = { ...UNCHANGED, name: !isSame, value: !isSame || before?.text !== text };
    return { name, tensor: null, text: text ?? "", grad: "", shape: "", norms: NO_NORMS,
      type: type ?? "", changed };
  }
  const old = isSame ? was.tensors.get(tensor.id) : undefined;
  const { shape, dtype } = tensor.value;
  return {
    name, tensor, text: brief(tensor.value, ROOM.value), grad: gradOf(tensor), type: dtype,
    shape: shape.length > 0 ? shapeWords(shape) : "",
    norms: { value: normText(tensor.value, ROOM.value),
      grad: normText(tensor.grad, ROOM.grad) },
    changed: { name: !isSame, value: old?.value !== tensor.value,
      grad: old !== undefined && old.grad !== tensor.grad },
  };
}

/** The variables of a call, each with its paths, in the order in which they came to be. */
export function groupsOf(run: Run, at: number, before: number, number: number): readonly Group[] {
  const [frame, was] = [frameAt(run, at), frameAt(run, before)];
  const earlier = new Map(bindingsOf(was.scopes, number).map((one) => [one.name, one]));
  const rows = bindingsOf(frame.scopes, number).map((binding) =>
    rowOf(frame, binding, earlier.get(binding.name), was));
  const groups = new Map<string, { head: Row | null; paths: Row[] }>();
  for (const row of rows) {
    const [variable = row.name] = /^[^.[]+/.exec(row.name) ?? [];
    const group = groups.get(variable) ?? { head: null, paths: [] };
    if (variable === row.name) group.head = row;
    else group.paths.push(row);
    groups.set(variable, group);
  }
  return [...groups].map(([variable, group]) => ({ variable, ...group }));
}

/** A moment of a run whose variables are listed. */
export interface Moment {
  readonly cursor: number;
  /** The call of the program that the viewer chose; null: the running one. */
  readonly frame: number | null;
  /** Frame numbers where the player stops. */
  readonly stops: readonly number[];
}

/** What the list of variables shows at a moment. */
export interface Listing {
  /** The calls under way, the module first. */
  readonly stack: readonly OnStack[];
  /** The call whose names are listed. */
  readonly chosen: OnStack;
  readonly locals: readonly Group[];
  /** Those of the module, where a call of a function is listed. */
  readonly globals: readonly Group[];
}

/** The call that the viewer chose on the stack, else the one that runs. */
export function chosenCall(run: Run, { cursor, frame: wanted }: Moment): OnStack {
  const frame = frameAt(run, Math.floor(cursor));
  const stack = stackOf(frame);
  const running = runningCall(frame.call).frame;
  return stack.find(({ call }) => call.of !== "library" && call.frame === wanted)
    ?? stack.find(({ call }) => call.frame === running)!;
}

export function listingOf(run: Run, moment: Moment): Listing {
  const at = Math.floor(moment.cursor);
  const before = stopBefore(moment.stops, at);
  const chosen = chosenCall(run, moment);
  const { frame } = chosen.call;
  return {
    stack: stackOf(frameAt(run, at)).toReversed(), chosen,
    locals: groupsOf(run, at, before, frame),
    globals: frame === 0 ? [] : groupsOf(run, at, before, 0),
  };
}
