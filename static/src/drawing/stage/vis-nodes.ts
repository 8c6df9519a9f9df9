// The nodes of vis-network: an invisible one for each box, where a pointer finds and drags it.

import type { Point } from "../../model/run.ts";
import type { Offsets } from "../scene.ts";
import type { Plane } from "../sheet.ts";

const UNSEEN = "rgba(0,0,0,0)";

const UNSEEN_COLORS = {
  background: UNSEEN, border: UNSEEN,
  highlight: { background: UNSEEN, border: UNSEEN },
  hover: { background: UNSEEN, border: UNSEEN },
};

/** The middle of a box, dragged or not. */
export function middleOf(plane: Plane, box: number, offsets: Offsets): Point {
  const { x, y } = plane.boxes[box]!;
  const [dx, dy] = offsets.get(box) ?? [0, 0];
  return [x + dx, y + dy];
}

/** The nodes that pyvis placed, as plates of the size of their boxes. */
function plates(plane: Plane, offsets: Offsets): Record<string, unknown>[] {
  return plane.boxes.map(({ w, h }, id) => {
    const [x, y] = middleOf(plane, id, offsets);
    return {
      ...plane.picture.nodes[id], id, x, y, shape: "box", label: undefined,
      title: undefined, physics: false, chosen: false,
      color: UNSEEN_COLORS, borderWidth: 0, shadow: false, opacity: 1, image: undefined,
      margin: { top: 0, right: 0, bottom: 0, left: 0 }, font: { size: 1, color: UNSEEN },
      shapeProperties: { borderRadius: 0 },
      widthConstraint: { minimum: w, maximum: w }, heightConstraint: { minimum: h },
    };
  });
}

export function dataOf(plane: Plane, offsets: Offsets) {
  const edges = plane.picture.edges.map((edge) => ({ ...edge, hidden: true, physics: false }));
  return { nodes: plates(plane, offsets), edges };
}

/** pyvis's options, with camera and pointer as the stage wants them. */
export function optionsOf(plane: Plane): Record<string, unknown> {
  const { configure: _, ...given } = plane.picture.options;
  return {
    ...given,
    // It would scale the picture along, after the camera has looked for a sight of its own.
    autoResize: false,
    physics: { enabled: false },
    layout: { improvedLayout: false, hierarchical: { enabled: false } },
    interaction: {
      hover: true, dragNodes: true, dragView: true, zoomView: true, keyboard: { enabled: false },
      multiselect: false, selectable: true, selectConnectedEdges: false,
      hoverConnectedEdges: false, navigationButtons: false, tooltipDelay: 1e6,
    },
  };
}
