// The zoom: how much detail a scale allows. Pure.

import type { View } from "../scene.ts";
import { FAR_BELOW, NEAR_ABOVE } from "./viewpoint.ts";

/** The detail that the scale allows, and the scale in steps. */
export type Zoom = Pick<View, "detail" | "scale">;

/** Texts of the far view are laid out anew when the scale has changed by this factor. */
const STEP = 1.12;

/** What a scale allows; between the two bounds the detail stays as it was. */
export function zoomAt(scale: number, before: Zoom, type: number): Zoom {
  const seen = scale / type;
  const detail = seen < FAR_BELOW ? "far" : seen > NEAR_ABOVE ? "near" : before.detail;
  const step = Math.floor(Math.log(scale) / Math.log(STEP) + 1e-6);
  return { detail, scale: detail === "near" ? 1 : STEP ** step };
}
