// A value at a glance, in the height of a line: its entries in order, or how many are spread.

import { widened } from "../model/number.ts";
import type { Value } from "../model/run.ts";

const [WIDTH, HEIGHT] = [40, 14];
const SVG = "http://www.w3.org/2000/svg";

function svg(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** A line through the entries, the least at the bottom and the greatest at the top. */
function lineOf(entries: readonly number[]): SVGElement {
  const [least, most] = [Math.min(...entries), Math.max(...entries)];
  const points = entries.map((entry, i) => {
    const x = 1 + (i / (entries.length - 1)) * (WIDTH - 2);
    const y = most === least ? HEIGHT / 2
      : HEIGHT - 2 - ((entry - least) / (most - least)) * (HEIGHT - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return svg("polyline", { points: points.join(" ") });
}

/** Bars from the least entry to the greatest. */
function barsOf(histogram: readonly number[]): SVGElement[] {
  const most = Math.max(1, ...histogram);
  const step = WIDTH / histogram.length;
  return histogram.map((count, i) => {
    const high = count === 0 ? 0 : Math.max(1, (count / most) * HEIGHT);
    return svg("rect", { x: i * step, y: HEIGHT - high, width: Math.max(1, step - 0.5),
      height: high });
  });
}

/** The picture of a value of several numbers; null of others, and where one is not finite. */
export function sparkline({ dtype, data, stats }: Value): SVGElement | null {
  const entries = data?.map((entry) => (Array.isArray(entry) ? NaN : widened(entry, dtype)));
  const isLine = entries !== undefined && entries.length > 1 && entries.every(Number.isFinite);
  const bars = data ? null : stats?.histogram ?? null;
  if (!isLine && bars === null) return null;
  const picture = svg("svg", { class: "sparkline", viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    width: WIDTH, height: HEIGHT, "aria-hidden": "true" });
  picture.append(...(isLine ? [lineOf(entries)] : barsOf(bars ?? [])));
  return picture;
}
