// The page: one store, the panels that show it, and what moves it (keys, player, server).

import { followAddress, keepAddress } from "./app/address.ts";
import { createEditor } from "./editor/editor.ts";
import { showFrameOfOthers, stateOfFrame, switchesOf, type Switches } from "./app/embed.ts";
import { listenToKeys } from "./app/keys.ts";
import { connect } from "./server/run-connection.ts";
import { isLink } from "./model/link.ts";
import { fetchExamples } from "./server/api.ts";
import { recall, remember, type Recalled } from "./app/preferences.ts";
import { showBlank } from "./panels/blank.ts";
import { showBreadcrumb } from "./panels/breadcrumb.ts";
import { showCaption } from "./panels/caption.ts";
import { showConsole } from "./panels/console.ts";
import { showFind } from "./panels/find.ts";
import { showFixes } from "./panels/fixes.ts";
import { showFrame } from "./panels/frame.ts";
import { showGate } from "./panels/run-confirmation.ts";
import { showGradientCheck } from "./panels/gradient-check.ts";
import { showHeader } from "./panels/header.ts";
import { showHealth } from "./panels/health.ts";
import { showHelp } from "./panels/help.ts";
import { cardOfName, showHoverCards } from "./panels/hover-card.ts";
import { showHints, startHints } from "./panels/hints.ts";
import { showInspector } from "./panels/inspector.ts";
import { showGallery } from "./panels/gallery.ts";
import { showStory } from "./panels/story.ts";
import { showMirror } from "./panels/mirror.ts";
import { showMissed } from "./panels/missed.ts";
import { showNotices } from "./panels/notices.ts";
import { showOutline } from "./panels/outline.ts";
import { showPace } from "./panels/pace.ts";
import { showPeek } from "./panels/peek.ts";
import { showPicture } from "./panels/picture.ts";
import { showEntrance, showRoom, showRoomButton } from "./panels/room.ts";
import { showSeed } from "./panels/seed.ts";
import { showShare } from "./panels/share.ts";
import { showFindings } from "./panels/findings.ts";
import { showSteps } from "./panels/steps.ts";
import { showStrip } from "./panels/timeline-strip.ts";
import { listenToSwipes } from "./panels/swipe.ts";
import { showVariables } from "./panels/variables.ts";
import { startPlayer } from "./app/player.ts";
import { enterRoom } from "./room/enter.ts";
import { heedLinks, present, takeSecret } from "./room/present.ts";
import { START, withOwn, type State } from "./app/state.ts";
import { createStore, type Store } from "./app/store.ts";
import { begin, bootOf, openMoment, stateOfFile, type Boot } from "./app/opening.ts";

/** A mistake of the page's own is told, and the code stays. */
function tellFaults(store: Store): void {
  const tell = (fault: unknown): void => {
    const text = fault instanceof Error ? fault.message : String(fault);
    store.send({ kind: "noticeShown", notice: { tone: "error", key: "pageFault", text } });
  };
  window.addEventListener("error", ({ error }) => {
    // Without an error, the browser has only put a ResizeObserver off to the next frame.
    if (error !== null) tell(error);
  });
  window.addEventListener("unhandledrejection", ({ reason }) => tell(reason));
}

/** The panels, each of which only shows the store and reports to it. */
function showPanels(store: Store, nonce: string): void {
  // First, because it reads the selection, for which the browser lays out what others changed.
  createEditor(document.getElementById("editor") ?? document.body, store, nonce,
    cardOfName);
  showFrame(store);
  showHeader(store);
  showGallery(store);
  showNotices(store);
  showGate(store);
  showConsole(store);
  showFindings(store);
  showFixes(store);
  showHealth(store);
  showSeed(store);
  showVariables(store);
  const placeOnScreen = showPicture(store);
  showBlank(store);
  showMirror(store);
  showOutline(store);
  showBreadcrumb(store);
  showFind(store);
  showInspector(store);
  showGradientCheck(store);
  showPeek(store);
  showStory(store);
  showCaption(store);
  showStrip(store);
  showMissed(store);
  showSteps(store);
  showPace(store);
  showShare(store);
  showHelp(store);
  showHints(store, placeOnScreen);
  showHoverCards(store, placeOnScreen);
}

/** The languages that the template names; an exported file has them all. */
function languagesOffered(): State["languages"] {
  const told = document.documentElement.dataset["languages"]?.split(" ") ?? [];
  const known = told.flatMap((each) => START.languages.filter((language) => language === each));
  return known.length > 0 ? known : START.languages;
}

/** What is on stage at first, in each of the three places. */
function stateOf(boot: Boot, kept: Recalled, switches: Switches): State {
  const { code, title, known: _known, ...liking } = kept;
  const isReplaced = boot.code !== null || boot.moment !== null || boot.joining
    || isLink(window.location.hash);
  const own = isReplaced && code !== null ? withOwn(kept.own, { code, title }) : kept.own;
  const languages = languagesOffered();
  const [first = START.language] = languages;
  const language = languages.includes(liking.language) ? liking.language : first;
  const { place, fence } = boot;
  const state = { ...START, ...liking, language, languages, own, place, fence };
  if (boot.place === "file") return stateOfFile(state, boot);
  return boot.place === "embed" ? stateOfFrame(state, switches) : state;
}

/** The page of a class; without a code it asks for one. */
async function startInRoom(
  store: Store, { room }: Boot, secret: string | null,
): Promise<void> {
  if (room === null) {
    store.send({ kind: "entranceToggled", entrance: true });
    showEntrance(store, true);
  } else {
    const notice = secret === null ? null : await present(store, room, secret);
    if (notice) store.send({ kind: "noticeShown", notice });
    const { acts, runner } = enterRoom(store, room);
    showRoom(store, acts);
    connect(store, runner);
    keepAddress(store);
    remember(store);
    heedLinks(store, room);
  }
  store.send({ kind: "lessonsListed", examples: await fetchExamples() });
}

function start(): void {
  const secret = takeSecret();
  const script = document.getElementById("boot");
  const boot = bootOf(script);
  const kept = recall(navigator.languages);
  const switches = switchesOf(window.location.search);
  const store = createStore(stateOf(boot, kept, switches));
  tellFaults(store);
  showPanels(store, script?.nonce ?? "");
  listenToKeys(store);
  listenToSwipes(store);
  startPlayer(store);
  if (boot.place === "file") return;
  if (boot.joining) {
    void startInRoom(store, boot, secret);
    return;
  }
  showRoomButton(store);
  connect(store);
  keepAddress(store);
  if (boot.place === "embed") {
    showFrameOfOthers(store, switches);
    void begin(store, boot, { code: null, title: null, known: false }, switches);
    return;
  }
  followAddress(store, (moment) => openMoment(store, moment, null));
  void begin(store, boot, kept, null);
  remember(store);
  startHints(store);
}

start();
