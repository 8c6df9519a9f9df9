// The diverging scale of heat maps in the page: what colour an entry has.

import type { Entry } from "../model/run.ts";
import { THEMES, type ThemeName } from "../drawing/theme.ts";

/** The size of an entry with its sign; of a complex one its size alone, NaN for what is none. */
function sizeOf(entry: Entry): number {
  if (typeof entry === "number") return entry;
  if (typeof entry === "boolean") return entry ? 1 : 0;
  return typeof entry === "string" ? Number.NaN : Math.hypot(Number(entry[0]), Number(entry[1]));
}

/** One colour of the diverging scale for an entry between -most and most. */
export function shade(entry: Entry, most: number, theme: ThemeName): string {
  const { positive, negative, zero, error } = THEMES[theme];
  const size = sizeOf(entry);
  if (!Number.isFinite(size)) return error;
  const part = most === 0 ? 0 : Math.min(1, Math.abs(size) / most);
  const hue = size < 0 ? negative : positive;
  return `color-mix(in oklab, ${hue} ${Math.round(part * 100)}%, ${zero})`;
}
