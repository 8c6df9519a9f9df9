// The page: one store, the panels that show it, and what moves it (keys, player, server).

import { fetchExamples } from "./api.ts";
import { createEditor } from "./editor.ts";
import { listenToKeys } from "./keys.ts";
import { connect } from "./line.ts";
import { recall, remember } from "./memory.ts";
import { showCaption } from "./panels/caption.ts";
import { showConsole } from "./panels/console.ts";
import { showFind } from "./panels/find.ts";
import { showFrame } from "./panels/frame.ts";
import { showHeader } from "./panels/header.ts";
import { showHelp } from "./panels/help.ts";
import { showInspector } from "./panels/inspector.ts";
import { showGallery } from "./panels/gallery.ts";
import { showStory } from "./panels/story.ts";
import { showNotices } from "./panels/notices.ts";
import { showPace } from "./panels/pace.ts";
import { showPicture } from "./panels/picture.ts";
import { showStrip } from "./panels/strip.ts";
import { listenToSwipes } from "./panels/swipe.ts";
import { showVariables } from "./panels/variables.ts";
import { startPlayer } from "./player.ts";
import { START } from "./state.ts";
import { createStore, type Store } from "./store.ts";

interface Boot {
  readonly code: string | null;
  readonly title: string | null;
}

/** What the server wrote into the page: the file that it was started with, if any. */
function bootOf(script: HTMLElement | null): Boot {
  const { code, title } = JSON.parse(script?.textContent ?? "{}") as Partial<Boot>;
  return { code: code ?? null, title: title ?? null };
}

/** Put something on the tape: the server's file, else what was here last time, else lesson one. */
async function begin(store: Store, boot: Boot, kept: Boot): Promise<void> {
  const known = boot.code !== null ? boot : kept;
  if (known.code !== null) {
    store.send({ kind: "opened", code: known.code, title: known.title });
    store.send({ kind: "asked" });
  }
  const examples = await fetchExamples();
  store.send({ kind: "listed", examples });
  const [first] = examples;
  if (known.code !== null || !first || store.state.code !== "") return;
  store.send({ kind: "opened", code: first.code, title: first.title[store.state.language] });
  store.send({ kind: "asked" });
}

/** A mistake of the page's own is told, and the code stays. */
function tellFaults(store: Store): void {
  const tell = (fault: unknown): void => {
    const text = fault instanceof Error ? fault.message : String(fault);
    store.send({ kind: "noticed", notice: { tone: "error", key: "pageFault", text } });
  };
  window.addEventListener("error", ({ error }) => tell(error));
  window.addEventListener("unhandledrejection", ({ reason }) => tell(reason));
}

function start(): void {
  const { code, title, ...liking } = recall(navigator.languages);
  const store = createStore({ ...START, ...liking });
  tellFaults(store);
  const script = document.getElementById("boot");
  showFrame(store);
  showHeader(store);
  showGallery(store);
  showNotices(store);
  createEditor(document.getElementById("editor") ?? document.body, store, script?.nonce ?? "");
  showConsole(store);
  showVariables(store);
  showPicture(store);
  showFind(store);
  showInspector(store);
  showStory(store);
  showCaption(store);
  showStrip(store);
  showPace(store);
  showHelp(store);
  listenToKeys(store);
  listenToSwipes(store);
  startPlayer(store);
  connect(store);
  void begin(store, bootOf(script), { code, title });
  remember(store);
}

start();
