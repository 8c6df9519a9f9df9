// The inspector: everything about the selected box at this moment; unselected, it follows the tape.

import { byId, el, icon } from "../app/dom.ts";
import { edgeIn, type EdgeName } from "../model/edges.ts";
import { findingsAbout } from "../findings/findings.ts";
import type { State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { say } from "../words/strings.ts";
import { frameAt, type Frame } from "../model/timeline.ts";
import { labelOf } from "../model/timeline/label.ts";
import { rowsBefore } from "./account/scroll.ts";
import { findingsSection } from "./explained.ts";
import type { Subject } from "./facts.ts";
import { edgeFacts } from "./edge-facts.ts";
import { nodeFacts, nodeWords } from "./node-facts.ts";
import { tensorFacts } from "./tensor-facts.ts";
import { kindOf } from "../words/text-alternative.ts";

/** A window under this width shows the inspector as a tab, where it is never closed. */
const NARROW = "(max-width: 719px)";

/** What is inspected: the selection, else what the last event touched. */
function inspectedOf({ selection }: State, frame: Frame): string | null {
  return selection ?? frame.focus.node ?? frame.focus.tensor;
}

/** A name that breaks, where it must, between its words. */
function breaking(name: string): readonly (Node | string)[] {
  return name.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[._])/).flatMap((word, i) =>
    (i === 0 ? [word] : [el("wbr"), word]));
}

function head(store: Store, name: string, about: string): HTMLElement {
  const { language, selection } = store.state;
  const follows = selection === null ? `${say(language, "following")} · ` : "";
  const close = el("button", {
    type: "button", class: "plain wide-only", "aria-label": say(language, "deselect"),
    click: () => store.send({ kind: "selectionChanged", selection: null }),
  }, icon("close", "icon small"));
  return el("header", { class: "facts facts-head" },
    el("div", { class: "facts-name" },
      el("h2", {}, ...breaking(name)), el("p", { text: follows + about })),
    close);
}

/** What is worth knowing about the box at this moment, before its facts. */
function told(subject: Subject, id: string): readonly HTMLElement[] {
  return findingsSection(subject, findingsAbout(subject.run, subject.frame, id));
}

function nodeContent(subject: Subject, id: string): readonly HTMLElement[] | null {
  const { run, frame, language, store } = subject;
  const node = frame.nodes.get(id);
  if (!node) return null;
  const tensor = node.variable ?? node.outputs[0];
  const name = tensor === undefined ? null : labelOf(run, tensor, frame.at);
  const phase = say(language, `phase_${node.phase}`);
  return [
    head(store, name ?? node.name, name === null ? phase : `${node.name} · ${phase}`),
    ...told(subject, id),
    ...nodeFacts(subject, node),
  ];
}

function tensorContent(subject: Subject, id: string): readonly HTMLElement[] | null {
  const { run, frame, language, store } = subject;
  const tensor = frame.tensors.get(id);
  if (!tensor) return null;
  const name = labelOf(run, id, frame.at) ?? say(language, "unnamed");
  return [
    head(store, name, say(language, kindOf(tensor))),
    ...told(subject, id),
    ...tensorFacts(subject, tensor),
  ];
}

function edgeContent(subject: Subject, name: EdgeName): readonly HTMLElement[] | null {
  const facts = edgeFacts(subject, name);
  if (facts.length === 0) return null;
  const { frame, language, store } = subject;
  const to = frame.nodes.get(name.node)!.edges[name.edge]!.to!;
  const ends = `${nodeWords(subject, name.node)} → ${nodeWords(subject, to)}`;
  return [head(store, say(language, "edge"), ends), ...facts];
}

function contentOf(store: Store): readonly HTMLElement[] {
  const { state } = store;
  const { run, language } = state;
  if (!run) return [];
  const frame = frameAt(run, Math.floor(state.cursor));
  const theme = state.theme === "system" ? state.machine : state.theme;
  const id = inspectedOf(state, frame);
  if (id === null) {
    return [head(store, say(language, "inspector"), say(language, "nothingSelected"))];
  }
  const subject: Subject = { run, frame, language, theme, store };
  const edge = edgeIn(id);
  const box = id.startsWith("n") ? nodeContent : tensorContent;
  const content = edge ? edgeContent(subject, edge) : box(subject, id);
  return content ?? [head(store, say(language, "inspector"), say(language, "notYet"))];
}

/** While steps come quicker than this, an inspector with a long account is drawn after the last. */
const QUICK_MS = 120;

function atRest(host: HTMLElement, draw: () => void): () => void {
  let timer: number | undefined;
  let last = 0;
  const now = (): void => {
    draw();
    last = performance.now();
  };
  return () => {
    window.clearTimeout(timer);
    const isQuick = performance.now() - last < QUICK_MS;
    if (isQuick && host.querySelector(".account-rows")) timer = window.setTimeout(now, QUICK_MS);
    else now();
  };
}

/** What the content is made of, beside the run and the cursor. */
function seenIn(s: State): readonly unknown[] {
  return [s.selection, s.pinned, s.language, s.phrasing, s.entry, s.theme, s.machine,
    s.check, s.room?.state?.question?.phase, s.finding, s.pane === "findings"];
}

/** Put other content in its place; an element that stays is not touched, so it keeps its scroll. */
function renew(host: HTMLElement, content: readonly HTMLElement[]): void {
  const stays = new Set<Element>(content);
  for (const child of [...host.children]) if (!stays.has(child)) child.remove();
  content.forEach((element, i) => {
    const there = host.children[i] ?? null;
    if (there !== element) host.insertBefore(element, there);
  });
}

export function showInspector(store: Store): void {
  const host = byId("inspector", HTMLElement);
  const narrow = matchMedia(NARROW);
  const draw = (): void => {
    const { pinned, selection } = store.state;
    host.hidden = !narrow.matches && !pinned && selection === null;
    const settle = rowsBefore(store, host);
    renew(host, host.hidden ? [] : contentOf(store));
    settle();
  };
  const step = atRest(host, draw);
  store.watch(seenIn, draw);
  store.watch((s) => [s.run, Math.floor(s.cursor)], step);
  narrow.addEventListener("change", draw);
}
