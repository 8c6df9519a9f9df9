// The legend of the stage: on which scales the bars and the colours that are drawn now stand.

import { byId, el } from "../app/dom.ts";
import type { State } from "../app/state.ts";
import type { Shape } from "../drawing/scene.ts";
import { DECADES } from "../drawing/scene/norm-bar.ts";
import { say } from "../words/strings.ts";

const ENDS = { least: `1e${DECADES.least}`, most: `1e${DECADES.most}` };

/** What is drawn that has a scale. */
interface Scales {
  readonly bars: { readonly value: boolean; readonly grad: boolean };
  readonly maps: boolean;
}

function scalesIn(shapes: readonly Shape[]): Scales {
  const has = (end: string): boolean => shapes.some(({ id }) => id.endsWith(end));
  return { bars: { value: has("/bar/value"), grad: has("/bar/grad") },
    maps: shapes.some((shape) => (shape.kind === "cells" ? shape.texts === null
      : shape.kind === "token" && shape.cells !== null)) };
}

function barsPart(
  { language, gradients }: State, { bars: { value, grad }, maps }: Scales,
): readonly Node[] {
  if (!value && !grad) return [];
  const isToldByMaps = maps && gradients === "one";
  const swatch = (kind: string): Node => el("i", { class: `scale-bar ${kind}` });
  return [el("span", {}, ...(value ? [swatch("value"), say(language, "legendValue")] : []),
    ...(grad ? [swatch("grad"), say(language, "legendGradient")] : []),
    ...(isToldByMaps ? [] : [el("b", { text: say(language, "legendLog", ENDS) })]))];
}

function mapsPart({ language, gradients }: State, { maps }: Scales): readonly Node[] {
  if (!maps) return [];
  const words = gradients === "one" ? say(language, "legendOne", ENDS)
    : say(language, "legendOwn");
  return [el("span", {}, "−", el("i", { class: "scale-map" }), "+", el("b", { text: words }))];
}

/** Shows the scales of what is drawn; nothing where nothing has one. */
export function createLegend(): (shapes: readonly Shape[], state: State) => void {
  const host = byId("scales", HTMLElement);
  let shown = "";
  return (shapes, state) => {
    const scales = scalesIn(shapes);
    const now = JSON.stringify([scales, state.language, state.gradients]);
    if (now === shown) return;
    shown = now;
    host.replaceChildren(...barsPart(state, scales), ...mapsPart(state, scales));
  };
}
