// Share, the files: pictures from the shapes on stage, the rest made by the server.

import { el } from "../../app/dom.ts";
import { pngOf, svgOf } from "../../app/pictures.ts";
import type { Run } from "../../model/run.ts";
import { fetchFile, type ServerForm } from "../../server/sharing.ts";
import { linkMomentOf, titleNow, type State } from "../../app/state.ts";
import type { Store } from "../../app/store.ts";
import { say, type StringKey } from "../../words/strings.ts";
import { whyNot } from "./short.ts";

/** Whoever waits longer than this is told what for. */
const PATIENCE_MS = 1000;

type Maker = (run: Run, state: State) => Promise<Blob | string>;

/** A file, or the sentence that says why there is none. */
const byServer = (form: ServerForm): Maker => async (_run, state) => {
  const reply = await fetchFile(form, linkMomentOf(state), state.told);
  return reply.kind === "done" ? reply.value : whyNot(state, reply);
};

interface Form {
  readonly ending: string;
  readonly label: StringKey;
  readonly make: Maker;
}

const FORMS: readonly Form[] = [
  { ending: ".png", label: "exportPng", make: pngOf },
  { ending: ".svg", label: "exportSvg", make: (run, state) => Promise.resolve(svgOf(run, state)) },
  { ending: ".html", label: "exportHtml", make: byServer("html") },
  { ending: ".py", label: "exportPy", make: byServer("py") },
  {
    ending: ".json", label: "exportJson",
    make: (run) => Promise.resolve(new Blob([JSON.stringify(run)], { type: "application/json" })),
  },
  { ending: ".pyvis.html", label: "exportPyvis", make: byServer("pyvis") },
  { ending: ".dot", label: "exportDot", make: byServer("dot") },
  { ending: ".graphml", label: "exportGraphml", make: byServer("graphml") },
];

/** A title as a name that every file system takes. */
function nameOf(state: State): string {
  const name = (titleNow(state) ?? "").replace(/\.py$/, "").replace(/[^\p{L}\p{N}_]+/gu, "-");
  return name.replace(/^-+|-+$/g, "").slice(0, 60) || "tapescope";
}

/** Give the viewer a file. */
export function save(blob: Blob, name: string): void {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  // The browser has taken it by the next turn.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 0);
}

/** Make a file and save it, saying what goes on when that takes long. */
async function exported(state: State, run: Run, form: Form, said: HTMLElement): Promise<void> {
  const { language } = state;
  const since = performance.now();
  const timer = window.setInterval(() => {
    const n = Math.round((performance.now() - since) / 1000);
    said.textContent = say(language, "exporting", { n });
  }, PATIENCE_MS);
  try {
    const made = await form.make(run, state);
    const name = `${nameOf(state)}${form.ending}`;
    if (typeof made !== "string") save(made, name);
    said.textContent = typeof made === "string" ? made : say(language, "exported", { name });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    said.textContent = say(language, "shareFailed", { why });
  } finally {
    window.clearInterval(timer);
  }
}

export function exportTab(store: Store): readonly HTMLElement[] {
  const { language, run } = store.state;
  if (run === null) {
    return [el("p", { class: "share-note", text: say(language, "nothingToExport") })];
  }
  const said = el("span", { class: "share-said", role: "status" });
  const buttons = FORMS.map((form) => el("button", {
    type: "button", class: "share-form", "data-form": form.ending,
    click: () => {
      said.textContent = "";
      void exported(store.state, run, form, said);
    },
  }, el("span", { text: say(language, form.label) }),
  el("span", { class: "share-ending", text: form.ending })));
  return [el("div", { class: "share-forms" }, ...buttons), said];
}
