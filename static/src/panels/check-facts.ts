// The numeric check of a node in the inspector: a button, then both numbers of what differs.

import { el } from "../app/dom.ts";
import type { Store } from "../app/store.ts";
import { resultShape, type Checking, type GradientCheck } from "../model/gradient-check.ts";
import type { NodeState } from "../model/timeline.ts";
import { labelOf } from "../model/timeline/label.ts";
import {
  checkWords, howWords, reasonWords, slopeName, slopeNumber,
} from "../words/gradient-check.ts";
import { say } from "../words/strings.ts";
import { section, type Subject } from "./facts.ts";

function ask(store: Store, node: string): void {
  const { run } = store.state;
  if (run) store.send({ kind: "checkChanged", check: { run, node, answer: null } });
}

/** The slopes that differ, each with both numbers and why. */
function rowsOf(
  { run, frame, language }: Subject, node: NodeState, { rows, custom }: GradientCheck,
): readonly HTMLElement[] {
  if (rows.length === 0) return [];
  const [output] = node.outputs;
  const result = output === undefined ? null : labelOf(run, output, frame.at);
  const shape = resultShape(frame, node);
  const reasons = rows.map((row) => reasonWords(row, custom, language));
  const head = (["checkSlope", "checkAnalytic", "checkNumeric"] as const).map((key) =>
    el("th", { scope: "col", text: say(language, key) }));
  return [el("table", { class: "check-table" }, el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, ...rows.flatMap((row, i) => [
      el("tr", {},
        el("th", { scope: "row", text: slopeName(row, result ?? "out", shape) }),
        el("td", { text: slopeNumber(row.analytic) }),
        el("td", { text: slopeNumber(row.numeric) })),
      // A reason stands once, under all rows that it is of.
      ...(reasons[i] === reasons[i + 1] ? [] : [el("tr", { class: "check-why" },
        el("td", { colspan: 3, text: reasons[i]! }))]),
    ])))];
}

function dtypeOf({ frame }: Subject, { outputs: [output] }: NodeState): string {
  return (output === undefined ? undefined : frame.tensors.get(output)?.value.dtype) ?? "float32";
}

function shownOf(subject: Subject, node: NodeState, checking: Checking): readonly HTMLElement[] {
  const { language } = subject;
  const { answer } = checking;
  const check = answer?.kind === "done" ? answer.check : null;
  const isWrong = check !== null && (check.refused === "backward"
    || check.rows.some(({ reason }) => reason !== "kink"));
  const more = check === null || check.refused !== null ? [] : [
    ...rowsOf(subject, node, check),
    ...howWords(check, dtypeOf(subject, node), language)
      .map((text) => el("p", { class: "quiet", text })),
  ];
  return [el("p", { class: isWrong ? "check-result wrong" : "check-result", tabindex: -1,
    text: checkWords(checking, language) }), ...more];
}

/** The section of a node that an op or a Function of the program has made. */
export function checkSection(subject: Subject, node: NodeState): HTMLElement[] {
  const { store, language, run } = subject;
  const { check, place, room } = store.state;
  // A file has no server to ask; to a class that is asked a question the slopes would tell.
  const isAsked = room?.state?.question?.phase === "open";
  if (node.op === null || place === "file" || isAsked) return [];
  const title = say(language, "check");
  if (check?.run === run && check.node === node.id) {
    return section(title, el("div", { class: "check" }, ...shownOf(subject, node, check)));
  }
  return section(title, el("div", { class: "check" },
    el("button", { type: "button", class: "check-do", text: say(language, "checkDo"),
      click: () => ask(store, node.id) }),
    el("p", { class: "quiet", text: say(language, "checkAbout") })));
}
