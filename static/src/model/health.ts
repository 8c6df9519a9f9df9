// The health of a run: of each layer how large it, its gradient and its updates are, turn by turn.
//
// A layer is a parameter, by its path, or what a module (outside of modules a named op, or a
// relu) made. Layers stand in the order of the forward. Everything is told from the tape; what the
// tape does not tell is null. One walk over the events, made when somebody looks.

import type { Entry, OpEvent, Run, TapeEvent, Value } from "./run.ts";
import type { Iteration } from "./timeline/iterations.ts";
import { labelOf } from "./timeline/label.ts";
import { namingOf } from "./timeline/namings.ts";
import { cellOf, fresh, type Cell, type Layer, type Open, type Seen } from "./health/cell.ts";
import { turnsOf } from "./health/turns.ts";

export { MEASURES, type Cell, type Layer, type Measure } from "./health/cell.ts";

export interface Health {
  readonly turns: readonly Iteration[];
  readonly layers: readonly Layer[];
  /** How many layers there are beyond those. */
  readonly leftOut: number;
}

/** A list of more layers is read by nobody. */
const MOST_LAYERS = 500;

/** Ops whose outputs are 0 where a unit is off. */
const GATES = /^(relu|relu6|threshold|clamp_min)_?$/;

interface Draft {
  readonly name: string;
  /** Tells it from others of that name: the line, and how often the turn had come there. */
  readonly where: readonly [line: number, nth: number] | null;
  readonly kind: Layer["kind"];
  place: number;
  isMatrix: boolean;
  readonly cells: (Cell | null)[];
  open: Open | null;
}

/** One walk over the tape that knows each tensor's value, and the turn that is open. */
class Walk {
  readonly run: Run;
  readonly turns: readonly Iteration[];
  readonly drafts = new Map<string, Draft>();
  readonly values = new Map<string, Seen<Value>>();
  /** Layers by the tensors that they are in, and by the nodes that made them. */
  readonly parameters = new Map<string, Draft>();
  readonly makers = new Map<string, { readonly draft: Draft; readonly tensor: string }>();
  readonly candidates = new Set<string>();
  /** The class of each module, as told so far. */
  readonly types = new Map<string, string>();
  /** How often the turn has come to each named op. */
  readonly times = new Map<string, number>();
  readonly leftOut = new Set<string>();
  turn = -1;

  constructor(run: Run) {
    this.run = run;
    this.turns = turnsOf(run);
  }

  draft(
    name: string, kind: Layer["kind"], place: number, where: Draft["where"] = null,
  ): Draft | null {
    const key = `${kind} ${name} ${where?.join(" ") ?? ""}`;
    let draft = this.drafts.get(key);
    if (!draft) {
      if (this.drafts.size >= MOST_LAYERS) {
        this.leftOut.add(key);
        return null;
      }
      draft = { name, where, kind, place, isMatrix: false, open: null,
        cells: new Array<Cell | null>(this.turns.length).fill(null) };
      this.drafts.set(key, draft);
    }
    return draft;
  }

  opened(draft: Draft, tensor: string): Open {
    return draft.open ??= fresh(tensor);
  }

  /** A parameter is met as the input of an op: there it stands in the forward. */
  use(tensor: string, i: number): void {
    if (!this.candidates.has(tensor)) return;
    let draft = this.parameters.get(tensor);
    if (!draft) {
      const name = labelOf(this.run, tensor, i)?.replace(/[₀-₉]+$/, "");
      if (name === undefined) return;
      const made = this.draft(name, "parameter", i - 0.5);
      if (!made) return;
      this.parameters.set(tensor, draft = made);
    }
    const value = this.values.get(tensor);
    draft.isMatrix = (value?.what.shape.length ?? 0) > 1;
    const open = this.opened(draft, tensor);
    if (open.tensor !== tensor) Object.assign(open, fresh(tensor));
    open.value ??= value ?? null;
  }

  /** The layer that the output of an op belongs to; null where it is in the middle of one. */
  layerOf(event: OpEvent, i: number): Draft | null {
    for (const { name, type } of event.modules ?? []) this.types.set(name, type);
    const module = event.scope.findLast((name) => !name.endsWith("()"));
    const isGate = GATES.test(event.op);
    if (module !== undefined && !(isGate && !/relu/i.test(this.types.get(module) ?? ""))) {
      return this.draft(module, "output", i);
    }
    const label = namingOf(this.run, event.outputs[0]!.tensor)?.outer
      .find(({ name }) => !name.startsWith("self."))?.name;
    if (label === undefined && !isGate) return null;
    const word = this.run.ops[event.op]?.word ?? event.op;
    const name = label ?? (module === undefined ? word : `${module} · ${word}`);
    const place = `${name} ${event.line}`;
    const nth = (this.times.get(place) ?? 0) + 1;
    this.times.set(place, nth);
    return this.draft(name, "output", i, [event.line ?? 0, nth]);
  }

  made(event: OpEvent, i: number): void {
    // What an op wrote in place is its output, before the write is told. A result that is on the
    // tape is no parameter to be.
    for (const { tensor, value } of event.outputs) {
      if (!event.node || this.values.has(tensor)) this.wrote(tensor, value, i);
    }
    if (!event.node || event.during !== null || this.turn < 0) return;
    for (const { tensor } of event.inputs) if (tensor !== undefined) this.use(tensor, i);
    const [output] = event.outputs;
    const draft = output && this.layerOf(event, i);
    if (!draft) return;
    draft.place = Math.max(draft.place, this.turn === 0 ? i : draft.place);
    draft.isMatrix = true;
    // A module's own output is what it made last.
    draft.open = { ...fresh(output.tensor), value: { what: output.value, at: i + 1 },
      isGate: GATES.test(event.op) };
    this.makers.set(event.node.id, { draft, tensor: output.tensor });
  }

  wrote(tensor: string, value: Value, i: number): void {
    const before = this.values.get(tensor)?.what ?? null;
    this.values.set(tensor, { what: value, at: i + 1 });
    const open = this.parameters.get(tensor)?.open;
    if (!open || open.tensor !== tensor) return;
    open.before ??= before;
    open.write = { what: value, at: i + 1 };
  }

  took(tensor: string, value: Value | null, i: number): void {
    const open = this.parameters.get(tensor)?.open;
    if (open && open.tensor === tensor) open.grad = { what: value, at: i + 1 };
  }

  /** How far a step moved the parameters whose numbers do not travel. */
  stepped(result: unknown, i: number): void {
    if (typeof result !== "object" || result === null || !("moved" in result)) return;
    for (const [tensor, far] of Object.entries(result.moved as Record<string, Entry>)) {
      const open = this.parameters.get(tensor)?.open;
      // Of two steps in one turn the tape does not tell how far both together went.
      if (open && typeof far === "number") {
        open.moved = { what: open.moved ? NaN : far, at: i + 1 };
      }
    }
  }

  see(event: TapeEvent, i: number): void {
    switch (event.kind) {
      case "leaf":
        this.values.set(event.tensor, { what: event.value, at: i + 1 });
        if (event.requires_grad && event.accumulate !== null) this.candidates.add(event.tensor);
        return;
      case "mode":
        if (event.what === "requires_grad_" && event.accumulate !== null) {
          this.candidates.add(event.tensor);
        }
        return;
      case "op": this.made(event, i); return;
      case "write": this.wrote(event.tensor, event.value, i); return;
      case "grad":
        if (event.by === "accumulate") this.took(event.tensor, event.after, i);
        return;
      case "backward":
        if (event.phase !== "end") return;
        for (const { tensor, value } of event.results) this.took(tensor, value, i);
        return;
      case "run": {
        const maker = this.makers.get(event.node);
        const open = maker?.draft.open;
        if (open && open.tensor === maker.tensor) {
          open.grad = { what: event.grads[0] ?? null, at: i + 1 };
        }
        return;
      }
      case "leave": this.stepped(event.result, i);
    }
  }

  close(): void {
    for (const draft of this.drafts.values()) {
      if (draft.open && this.turn >= 0) draft.cells[this.turn] = cellOf(draft.kind, draft.open);
      draft.open = null;
    }
    this.makers.clear();
    this.times.clear();
  }

  all(): readonly Layer[] {
    let next = 0;
    this.run.events.forEach((event, i) => {
      if (this.turn >= 0 && i >= this.turns[this.turn]!.to) {
        this.close();
        this.turn = -1;
      }
      if (next < this.turns.length && i >= this.turns[next]!.from) {
        this.close();
        this.turn = next++;
      }
      this.see(event, i);
    });
    this.close();
    return named([...this.drafts.values()].toSorted((one, other) => one.place - other.place));
  }
}

/** Layers of one name are told apart by their lines, and if need be by a number. */
function named(drafts: readonly Draft[]): readonly Layer[] {
  const forms = drafts.map(({ name, where }) => (where === null ? [name, name, name]
    : [name, `${name} :${where[0]}`, `${name} :${where[0]} #${where[1]}`]));
  const shared = [0, 1].map((form) => {
    const counts = new Map<string, number>();
    for (const each of forms) counts.set(each[form]!, (counts.get(each[form]!) ?? 0) + 1);
    return counts;
  });
  return drafts.map(({ kind, isMatrix, cells }, i) => {
    const form = [0, 1].find((n) => shared[n]!.get(forms[i]![n]!) === 1) ?? 2;
    return { name: forms[i]![form]!, kind, isMatrix, cells };
  });
}

const known = new WeakMap<Run, Health>();

/** The health of a run. */
export function healthOf(run: Run): Health {
  let health = known.get(run);
  if (!health) {
    const walk = new Walk(run);
    const layers = walk.all();
    known.set(run, health = { turns: walk.turns, layers, leftOut: walk.leftOut.size });
  }
  return health;
}
