// Bars of norms: one scale for all, in decades, so that what vanishes and explodes is seen at once.

import { mix } from "../geometry.ts";
import { normOf } from "../../model/number.ts";
import type { Value } from "../../model/run.ts";
import type { ColorToken } from "../theme.ts";
import type { BoxShape } from "./shape.ts";

/** The powers of ten at the ends of every bar, and of the one scale of all gradients. */
export const DECADES = { least: -8, most: 4 } as const;

/** How far a size is along the decades, 0..1. */
export function logShare(size: number): number {
  if (size === 0) return 0;
  const { least, most } = DECADES;
  return Math.max(0, Math.min(1, (Math.log10(Math.abs(size)) - least) / (most - least)));
}

const norms = new WeakMap<Value, number>();

function normKept(value: Value): number {
  const known = norms.get(value);
  if (known !== undefined) return known;
  const norm = normOf(value);
  norms.set(value, norm);
  return norm;
}

/** The word for a value that is no number any more: `NaN`, `Inf`; null for numbers. */
export function troubleOf(value: Value | null): "NaN" | "Inf" | null {
  if (!value) return null;
  const { data, stats } = value;
  if (stats) return stats.nans > 0 ? "NaN" : stats.infs > 0 ? "Inf" : null;
  const parts = (data ?? []).flatMap((entry) => (typeof entry === "object" ? entry : [entry]));
  if (parts.includes("nan")) return "NaN";
  return parts.includes("inf") || parts.includes("-inf") ? "Inf" : null;
}

/** A bar: an empty track, a dashed one where nothing will ever come, or as full as its norm. */
export interface Bar {
  readonly track: "solid" | "dashed";
  readonly value: Value | null;
  /** What the bar is on its way from, as long as it is on its way. */
  readonly before?: Value | null;
  /** How far it is on its way; 1 at rest. */
  readonly share: number;
  readonly color: ColorToken;
  /** More is still to come. */
  readonly held: boolean;
}

interface Room {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** How much of the track is full: at least a little where there is a value at all. */
function fullOf({ value, before, share }: Bar, least: number): number {
  const full = (one: Value | null | undefined): number => {
    const norm = one ? normKept(one) : NaN;
    return Number.isFinite(norm) ? Math.max(least, logShare(norm)) : 0;
  };
  return share === 1 ? full(value) : mix(full(before), full(value), share);
}

/** A track is a line, so that what fills it stands out by its height too. */
const TRACK = 1;

/** The shapes of a bar in its room; `unit` is a pixel of the screen. */
export function barShapes(
  id: string, z: number, bar: Bar, room: Room, unit: number,
): readonly BoxShape[] {
  const { track, value, color, held } = bar;
  const flat = { kind: "box", radius: 0, crisp: true } as const;
  const high = TRACK * unit;
  const shapes: BoxShape[] = [track === "dashed"
    ? { kind: "box", id, z, ...room, radius: room.h / 2, width: 0.75 * unit, stroke: "edge",
      dash: [2 * unit, 2 * unit] }
    : { ...flat, id, z, ...room, y: room.y + (room.h - high) / 2, h: high, fill: "edge" }];
  const isNumber = troubleOf(value) === null;
  const full = value === null ? 0 : isNumber ? fullOf(bar, 1.5 * unit / room.w) : 1;
  if (full > 0) {
    shapes.push({ ...flat, id: `${id}/full`, z: z + 1, ...room, w: room.w * full,
      fill: isNumber ? color : "error", ...(held ? { opacity: 0.55 } : {}) });
  }
  return shapes;
}
