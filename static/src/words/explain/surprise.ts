// A silent finding, with nothing in it that was not given.

import type { Finding, SurpriseFacts } from "./finding.ts";

type Surprise = Finding<SurpriseFacts>;

export function surprise(
  facts: SurpriseFacts, tone: Surprise["tone"], at: number,
  where: Partial<Pick<Surprise, "line" | "lines" | "nodes" | "tensors">>,
): Surprise {
  return { facts, tone, at, line: null, lines: [], nodes: [], tensors: [], torch: null, ...where };
}
