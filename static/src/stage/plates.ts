// What vis-network is given: an invisible plate for each box, where a pointer can find and drag it.

import type { Layout, Point } from "../run.ts";
import type { Offsets } from "../scene.ts";

const UNSEEN = "rgba(0,0,0,0)";

const UNSEEN_COLORS = {
  background: UNSEEN, border: UNSEEN,
  highlight: { background: UNSEEN, border: UNSEEN },
  hover: { background: UNSEEN, border: UNSEEN },
};

/** The middle of a box, dragged or not. */
export function middleOf(layout: Layout, box: number, offsets: Offsets): Point {
  const { x, y } = layout.boxes[box]!;
  const [dx, dy] = offsets.get(box) ?? [0, 0];
  return [x + dx, y + dy];
}

/** The nodes that pyvis placed, as plates of the size of their boxes. */
function plates(layout: Layout, offsets: Offsets): Record<string, unknown>[] {
  return layout.boxes.map(({ w, h }, id) => {
    const [x, y] = middleOf(layout, id, offsets);
    return {
      ...layout.picture.nodes[id], id, x, y, shape: "box", label: " ",
      title: undefined, physics: false, chosen: false,
      color: UNSEEN_COLORS, borderWidth: 0, shadow: false, opacity: 1, image: undefined,
      margin: { top: 0, right: 0, bottom: 0, left: 0 }, font: { size: 1, color: UNSEEN },
      shapeProperties: { borderRadius: 0 },
      widthConstraint: { minimum: w, maximum: w }, heightConstraint: { minimum: h },
    };
  });
}

export function dataOf(layout: Layout, offsets: Offsets) {
  const edges = layout.picture.edges.map((edge) => ({ ...edge, hidden: true, physics: false }));
  return { nodes: plates(layout, offsets), edges };
}

/** pyvis's options, with camera and pointer as the stage wants them. */
export function optionsOf(layout: Layout): Record<string, unknown> {
  const { configure: _, ...given } = layout.picture.options;
  return {
    ...given,
    autoResize: true,
    physics: { enabled: false },
    layout: { improvedLayout: false, hierarchical: { enabled: false } },
    interaction: {
      hover: true, dragNodes: true, dragView: true, zoomView: true, keyboard: { enabled: false },
      multiselect: false, selectable: true, selectConnectedEdges: false,
      hoverConnectedEdges: false, navigationButtons: false, tooltipDelay: 1e6,
    },
  };
}
