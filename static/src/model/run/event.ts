// The events of a tape: docs/run-document.md, field by field, and nothing else.

import type { EnterEvent, LeaveEvent, OptimizerEvent, ValueEvent } from "./call.ts";

/** One number of a tensor. What JSON has no number for is a word; a complex number is a pair. */
/** `?` stands in no document: it hides an entry from a class that is asked about it. */
export type Entry = number | boolean | "nan" | "inf" | "-inf" | "?" | readonly [Entry, Entry];

export interface Stats {
  readonly min: Entry;
  readonly max: Entry;
  readonly mean: Entry;
  readonly std: Entry;
  readonly zeros: number;
  readonly nans: number;
  readonly infs: number;
  /** Counts in equal parts of min to max; null when no entry is finite. */
  readonly histogram: readonly number[] | null;
}

/** A large value as a small matrix, block-averaged. */
export interface Thumbnail {
  readonly rows: number;
  readonly cols: number;
  readonly data: readonly Entry[];
}

/**
 * A tensor's value: whole (`data`) up to 256 elements, else `stats` and `picture`. In the document
 * a value of more than 16 that comes again is only `same`; parseRun puts the value in its place.
 */
export interface Value {
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly data?: readonly Entry[];
  readonly stats?: Stats;
  readonly picture?: Thumbnail;
  /** Of a value that is not whole: the first entries of its first row. */
  readonly head?: readonly Entry[];
  /** Of a value of more than 16: its number, by which the server finds it when it runs again. */
  readonly id?: number;
}

export interface LeafEvent {
  readonly kind: "leaf";
  readonly tensor: string;
  readonly value: Value;
  readonly requires_grad: boolean;
  readonly accumulate: string | null;
  readonly parameter: boolean;
  /** The tensor whose `.grad` this is, or null. */
  readonly grad_of: string | null;
  readonly line: number | null;
}

export interface OpInput {
  readonly slot: string;
  readonly tensor?: string;
  readonly number?: Entry;
}

export interface OpOutput {
  readonly tensor: string;
  readonly value: Value;
  readonly requires_grad: boolean;
  readonly view_of: string | null;
}

/** One entry of a node's `next_functions`. */
export interface NextFunction {
  readonly slot: string;
  readonly to: string | null;
  readonly nr: number;
}

export interface MadeNode {
  readonly id: string;
  readonly name: string;
  readonly edges: readonly NextFunction[];
}

/** What a node keeps for its backward, by the name in its formula: a tensor, or a plain number. */
export type Saved = SavedTensor | SavedNumber;

interface SavedTensor {
  readonly name: string;
  readonly tensor: string;
  readonly version: number;
  readonly bytes: number;
}

interface SavedNumber {
  readonly name: string;
  readonly number: Entry;
}

/** What a module is: the name of its class, and torch's text of what it was made with. */
export interface ModuleText {
  readonly name: string;
  readonly type: string;
  readonly extra: string;
}

export interface OpEvent {
  readonly kind: "op";
  readonly op: string;
  readonly inputs: readonly OpInput[];
  readonly params: Readonly<Record<string, unknown>>;
  readonly outputs: readonly OpOutput[];
  readonly node: MadeNode | null;
  readonly saved: readonly Saved[];
  readonly grad_mode: boolean;
  readonly during: string | null;
  /** Functions of the program, then modules, that were running: outermost first. */
  readonly scope: readonly string[];
  /** The number of each of these calls; 0 where it is not known. */
  readonly calls: readonly number[];
  /** Of these modules, those that no op before tells so; none where it is missing. */
  readonly modules?: readonly ModuleText[];
  readonly line: number | null;
}

/** A name of a frame was bound to a tensor, or to an object that holds it (`net.0.weight`). */
export interface NameEvent {
  readonly kind: "name";
  readonly tensor: string;
  readonly name: string;
  readonly frame: number;
  readonly line: number | null;
}

export interface WriteEvent {
  readonly kind: "write";
  readonly tensor: string;
  readonly version: number;
  readonly value: Value;
  /** The op in place, `step`, `data`, or `outside`: the program wrote, and not through torch. */
  readonly by: string;
  readonly via: string | null;
  readonly line: number | null;
}

export interface GradModeEvent {
  readonly kind: "mode";
  readonly what: "grad_mode";
  readonly enabled: boolean;
  /** The context that did it: `no_grad`, `enable_grad`, `inference_mode`, `set_grad_enabled`. */
  readonly by?: string;
  /** The decorated function, or that of the library, in which it did; null: the program itself. */
  readonly within?: string | null;
  readonly line: number | null;
}

export interface DetachEvent {
  readonly kind: "mode";
  readonly what: "detach";
  readonly tensor: string;
  readonly of: string;
  readonly line: number | null;
}

export interface RequiresGradEvent {
  readonly kind: "mode";
  readonly what: "requires_grad_";
  readonly tensor: string;
  readonly requires_grad: boolean;
  readonly accumulate: string | null;
  readonly line: number | null;
}

/** The numbers of a tensor that requires grad went where autograd does not follow. */
export interface ConvertEvent {
  readonly kind: "mode";
  readonly what: "convert";
  readonly tensor: string;
  /** What took them: `item`, `tolist`, `numpy`, `float`, `tensor`, `data`, ... */
  readonly by: string;
  /** The tensor that was made of them, if one was. */
  readonly to: string | null;
  readonly line: number | null;
}

export type ModeEvent = GradModeEvent | DetachEvent | RequiresGradEvent | ConvertEvent;

export interface Root {
  readonly tensor: string;
  readonly node: string;
  readonly nr: number;
  readonly seed: Value;
}

export interface BackwardBegin {
  readonly kind: "backward";
  readonly phase: "begin";
  readonly call: number;
  readonly api: "backward" | "grad";
  /** The call that was under way: a hook or a node of it began this one. */
  readonly within: number | null;
  readonly roots: readonly Root[];
  readonly retain_graph: boolean;
  readonly create_graph: boolean;
  readonly inputs: readonly string[] | null;
  readonly line: number | null;
  /** How many earlier calls began at nodes that are still alive, and the first of these calls. */
  readonly kept?: number;
  readonly oldest?: number;
}

export interface BackwardEnd {
  readonly kind: "backward";
  readonly phase: "end";
  readonly call: number;
  /** It ended with an exception, after which the program went on. */
  readonly failed: boolean;
  readonly results: readonly { readonly tensor: string; readonly value: Value | null }[];
  readonly line: number | null;
}

export interface RunEvent {
  readonly kind: "run";
  readonly node: string;
  readonly grads: readonly (Value | null)[];
  /** What the node is called, where no op told it. */
  readonly name?: string;
}

export interface FlowEvent {
  readonly kind: "flow";
  readonly node: string;
  readonly edge: number;
  readonly to: string;
  readonly nr: number;
  readonly value: Value;
  readonly sum: Value;
  readonly arrived: number;
  readonly needed: number;
  /** What the receiver is called, where no op told it. */
  readonly name?: string;
}

export interface HookEvent {
  readonly kind: "hook";
  readonly where: "tensor" | "node_pre" | "node_post" | "retain_grad" | "post_accumulate";
  readonly node: string | null;
  readonly tensor: string | null;
  readonly name: string;
  readonly before: Value | null;
  readonly after: Value | null;
}

export type GradBy = "accumulate" | "retain_grad" | "zero_grad" | "user" | "write";

export interface GradEvent {
  readonly kind: "grad";
  readonly tensor: string;
  readonly node: string | null;
  readonly before: Value | null;
  readonly added: Value | null;
  readonly after: Value | null;
  readonly by: GradBy;
  readonly call: number | null;
  readonly line: number | null;
}

export interface FreeEvent {
  readonly kind: "free";
  readonly node: string;
}

export interface PrintEvent {
  readonly kind: "print";
  readonly text: string;
  readonly how: "print" | "value" | "warning";
  readonly line: number | null;
}

export interface FailEvent {
  readonly kind: "fail";
  readonly type: string;
  readonly message: string;
  readonly line: number | null;
  readonly blame: { readonly nodes: readonly string[]; readonly tensors: readonly string[] };
  readonly traceback: readonly unknown[];
}

/** The tape is full: what the program did after it was not recorded, only what it printed. */
export interface FullEvent {
  readonly kind: "full";
  readonly line: number | null;
}

/** One thing that happened. What is not in this list cannot be shown. */
export type TapeEvent =
  | LeafEvent | OpEvent | NameEvent | ValueEvent | EnterEvent | LeaveEvent | OptimizerEvent
  | WriteEvent | ModeEvent | BackwardBegin | BackwardEnd | RunEvent | FlowEvent | HookEvent
  | GradEvent
  | FreeEvent | PrintEvent | FullEvent
  | FailEvent;
