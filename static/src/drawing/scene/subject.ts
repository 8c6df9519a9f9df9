// Subject: what stands in a box at a moment, gathered once for all who draw a part of it.

import type { Rect } from "../geometry.ts";
import type { Value } from "../../model/run.ts";
import { kindTexts } from "../group-kind.ts";
import { aroundOf, shortLabel, type SheetBox } from "../sheet.ts";
import type { NodeState, TensorState } from "../../model/timeline.ts";
import { boxLabelOf, labelOf, opWord } from "../../model/timeline/label.ts";
import { outputShown } from "../../model/timeline/outputs.ts";
import { rectOf, type Moment } from "./moment.ts";

/** How a box looks: `root` is an op at which a backward starts, `quiet` needs no gradient. */
export type Look = "leaf" | "op" | "root" | "quiet";

/** A leaf in a folded group: its path from there, and whether its gradient has come. */
export interface Chip {
  readonly name: string;
  readonly arrived: boolean;
}

export interface Subject {
  readonly id: string;
  readonly box: number;
  readonly kind: SheetBox["kind"];
  readonly look: Look;
  readonly rect: Rect;
  /** The user's name for it. */
  readonly name: string | null;
  /** torch's name of the node, or what kind of tensor it is. */
  readonly title: string;
  /** The op that made it, as its user calls it: `relu`; else the title. */
  readonly word: string;
  /** Of a folded group: what it is, the longest text first. */
  readonly kinds?: readonly string[];
  /** Which output of a node is shown: the selected one, else the first. */
  readonly output: number;
  readonly tensor: TensorState | null;
  readonly node: NodeState | null;
  readonly value: Value | null;
  /** The node's output was written over in place: the value is not in memory any more. */
  readonly overwritten: boolean;
  /** Index of the event that made it. */
  readonly made: number;
  /** Of a folded group: for each op in it how far it is, `.` not made, `m`ade, `r`uns, `d`one. */
  readonly insides?: string;
  /** Of a folded group: its leaves. */
  readonly chips?: readonly Chip[];
}

/** What stands in box number `box`; null when it is not made yet. */
export function subjectOf(moment: Moment, box: number): Subject | null {
  const id = moment.sheet.ids[box]!;
  const { kind, group } = moment.sheet.plane.boxes[box]!;
  if (group !== null) return groupSubject(moment, box, id, group);
  return id.startsWith("n") ? nodeSubject(moment, box, id, kind)
    : tensorSubject(moment, box, id, kind);
}

function tensorSubject(
  moment: Moment, box: number, id: string, kind: SheetBox["kind"],
): Subject | null {
  const tensor = moment.frame.tensors.get(id);
  if (!tensor) return null;
  const event = moment.run.events[tensor.made];
  const made = tensor.detached_from !== null ? "detach"
    : event?.kind === "op" ? opWord(moment.run, event) : "input";
  const isLeaf = tensor.is_leaf && tensor.requires_grad;
  return {
    id, box, kind, tensor, node: null, value: tensor.value, overwritten: false,
    rect: rectOf(moment, box), name: labelOf(moment.run, id, moment.frame.at),
    look: isLeaf ? "leaf" : "quiet", title: isLeaf ? "leaf" : made, word: isLeaf ? "leaf" : made,
    made: tensor.made, output: 0,
  };
}

function nodeSubject(
  moment: Moment, box: number, id: string, kind: SheetBox["kind"],
): Subject | null {
  const node = moment.frame.nodes.get(id);
  if (!node) return null;
  const event = moment.run.events[node.made];
  const nr = outputShown(moment.frame, node, moment.view.selection);
  const output = node.outputs[nr];
  const tensor = output === undefined ? undefined : moment.frame.tensors.get(output);
  const made = event?.kind === "op" ? event.outputs[nr]?.value ?? null : null;
  const overwritten = tensor !== undefined && tensor.grad_fn !== id;
  return {
    id, box, kind, node, tensor: tensor ?? null, overwritten,
    value: overwritten ? made : tensor?.value ?? null,
    rect: rectOf(moment, box), output: nr,
    name: (nr > 0 ? boxLabelOf(moment.run, [output!], moment.frame.at) : null)
      ?? boxLabelOf(moment.run, node.outputs, moment.frame.at),
    look: moment.roots.has(id) ? "root" : "op", title: node.name, made: node.made,
    word: event?.kind === "op" ? opWord(moment.run, event) : node.name.replace(/Backward\d*$/, ""),
  };
}

function stateOf({ frame }: Moment, id: string): string {
  if (id.startsWith("t")) return frame.tensors.get(id) ? "m" : ".";
  const node = frame.nodes.get(id);
  if (!node) return ".";
  if (frame.running === id) return "r";
  return node.phase === "done" || node.phase === "freed" ? "d" : "m";
}

/** What a folded group is called, and what it is: a line by the variable that it ends in. */
function namesOf({ run, sheet, view }: Moment, group: number, face: Subject | null) {
  const kinds = kindTexts(run, sheet, group, true, view.language);
  const isLine = sheet.layout.groups[group]!.kind === "line";
  const name = isLine ? face?.name ?? null : shortLabel(sheet.layout, group);
  return { name, title: kinds.at(-1)!, word: kinds.at(-1)!, kinds };
}

/** A folded group wears the value and the gradient of its face, as far as that is made. */
function groupSubject(moment: Moment, box: number, id: string, group: number): Subject | null {
  const { layout, cast } = moment.sheet;
  const { nodes, tensors } = moment.frame;
  const within = (wanted: SheetBox["kind"]): readonly string[] =>
    layout.boxes.flatMap(({ kind }, i) =>
      kind === wanted && aroundOf(layout)[i]!.includes(group) ? [cast[i]!] : []);
  const recorded = within("op");
  // An evaluation records none.
  const ops = recorded.length > 0 ? recorded : within("value");
  const insides = ops.map((op) => stateOf(moment, op)).join("");
  const made = Math.min(...ops.flatMap((op) =>
    (op.startsWith("n") ? nodes : tensors).get(op)?.made ?? []));
  const face = id.startsWith("n") ? nodeSubject(moment, box, id, "group")
    : tensorSubject(moment, box, id, "group");
  if (!face && !Number.isFinite(made)) return null;
  const names = namesOf(moment, group, face);
  const blank: Subject = {
    id, box, kind: "group", look: recorded.length > 0 ? "op" : "quiet", rect: rectOf(moment, box),
    ...names, output: 0, tensor: null, node: null, value: null, made,
    overwritten: false,
  };
  const chips = within("leaf").flatMap((id): readonly Chip[] => {
    const tensor = tensors.get(id);
    const path = tensor && labelOf(moment.run, id, moment.frame.at);
    const around = `${layout.groups[group]!.label}.`;
    return path ? [{ name: path.startsWith(around) ? path.slice(around.length) : path,
      arrived: tensor.grad !== null }] : [];
  });
  return { ...face ?? blank, ...names, insides, chips,
    made: Math.min(made, face?.made ?? made) };
}

/** The gradient of a box: a leaf's own, or the sum that has come to an op. */
export function gradientOf({ look, tensor, node }: Subject): Value | null {
  if (look === "leaf") return tensor?.grad ?? null;
  return node && node.phase !== "made" ? node.incoming.find((one) => one !== null) ?? null : null;
}

/** Does a gradient come to this box? Only then it has a place for one. */
export function receives(subject: Subject): boolean {
  return subject.look !== "quiet" && subject.kind !== "accumulate";
}
