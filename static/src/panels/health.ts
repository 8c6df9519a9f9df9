// Health: a picture of all layers over all turns, and a table of the layers in the turn on stage.

import { byId, el } from "../app/dom.ts";
import { isPointed } from "../app/focus.ts";
import { themeOf, type State } from "../app/state.ts";
import type { Store } from "../app/store.ts";
import { THEMES } from "../drawing/theme.ts";
import { healthOf, type Health, type Measure } from "../model/health.ts";
import { scaleOf } from "../model/health/scale.ts";
import { stopNear } from "../model/step-navigation.ts";
import { boxOfTensor, frameAt } from "../model/timeline.ts";
import { cellWords, measureWords } from "../words/health.ts";
import { say, type StringKey } from "../words/strings.ts";
import { cellAt, drawPicture, gridOf, labelsOf, legendOf, type Grid } from "./health/picture.ts";
import { columnsOf, tableOf, type Column, type Hands, type Sort } from "./health/table.ts";

/** What the viewer looks at: the measure of the picture, the order of the table, a cell. */
interface Look {
  measure: Measure;
  sort: Sort;
  layer: number;
  turn: number;
}

const LAYERS_A_PAGE = 10;

/** The turn that a moment is in, or comes after. */
function turnAt({ turns }: Health, cursor: number): number {
  return Math.max(0, turns.findLastIndex(({ from }) => from < cursor));
}

/** Go to the moment at which a measure of a layer is told, and to its box. */
function goTo(store: Store, health: Health, { layer, turn }: Look, measure: Measure): void {
  const { run, stops } = store.state;
  const cell = health.layers[layer]?.cells[turn];
  const at = cell?.at[measure] ?? null;
  if (!run || !cell || at === null) return;
  const to = stopNear(stops, at);
  store.send({ kind: "cursorAimed", to });
  const tensor = frameAt(run, Math.max(at, Math.floor(to))).tensors.get(cell.tensor);
  if (tensor) store.send({ kind: "selectionChanged", selection: boxOfTensor(tensor) });
  if (store.state.tab === "code") store.send({ kind: "tabChanged", tab: "graph" });
}

/** Where a key leads in the picture; null of keys that do not work it. */
function afterKey(key: string, { layers, turns }: Health, { layer, turn }: Look):
  Pick<Look, "layer" | "turn"> | null {
  const [last, bottom] = [turns.length - 1, layers.length - 1];
  const put = (row: number, column: number): Pick<Look, "layer" | "turn"> =>
    ({ layer: Math.max(0, Math.min(bottom, row)), turn: Math.max(0, Math.min(last, column)) });
  switch (key) {
    case "ArrowLeft": return put(layer, turn - 1);
    case "ArrowRight": return put(layer, turn + 1);
    case "ArrowUp": return put(layer - 1, turn);
    case "ArrowDown": return put(layer + 1, turn);
    case "Home": return put(layer, 0);
    case "End": return put(layer, last);
    case "PageUp": return put(layer - LAYERS_A_PAGE, turn);
    case "PageDown": return put(layer + LAYERS_A_PAGE, turn);
    default: return null;
  }
}

interface Parts {
  readonly measures: HTMLElement;
  readonly about: HTMLElement;
  readonly names: HTMLElement;
  readonly picture: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly legend: HTMLElement;
  readonly read: HTMLElement;
  readonly keys: HTMLElement;
  readonly table: HTMLElement;
}

function build(host: HTMLElement): Parts {
  const canvas = el("canvas", { "aria-hidden": "true" });
  const parts = {
    measures: el("div", { class: "ways health-measures", role: "group" }),
    about: el("p", { class: "quiet health-about" }), names: el("div", {}), canvas,
    picture: el("div", { class: "health-picture", role: "slider", tabindex: 0,
      "aria-describedby": "health-keys" }, canvas),
    legend: el("p", { class: "quiet health-legend" }),
    read: el("p", { class: "health-read", "aria-hidden": "true" }),
    keys: el("p", { class: "quiet health-keys", id: "health-keys" }),
    table: el("div", { class: "health-scroll" }),
  };
  host.replaceChildren(parts.measures, parts.about,
    el("div", { class: "health-map" }, parts.names, parts.picture), parts.read, parts.legend,
    parts.keys, parts.table);
  return parts;
}

/** The panel while it is open: what it shows of a run, and how it answers. */
class Panel {
  readonly store: Store;
  readonly host: HTMLElement;
  readonly look: Look = {
    measure: "grad", sort: { column: "layer", isDown: false }, layer: 0, turn: 0,
  };
  parts: Parts | null = null;
  health: Health | null = null;
  grid: Grid | null = null;

  constructor(store: Store, host: HTMLElement) {
    this.store = store;
    this.host = host;
  }

  /** Show a run, or that there is nothing to show of it. */
  open({ run, language, cursor }: State): void {
    const health = run && healthOf(run);
    if (!health || !health.layers.some(({ cells }) => cells.some((cell) => cell?.grad !== null))) {
      this.parts = this.health = null;
      this.host.replaceChildren(el("p", { class: "empty", text: say(language, "healthEmpty") }));
      return;
    }
    this.health = health;
    this.look.layer = Math.min(this.look.layer, health.layers.length - 1);
    this.look.turn = turnAt(health, cursor);
    if (!columnsOf(health).includes(this.look.measure)) this.look.measure = "grad";
    if (!this.parts) {
      this.parts = build(this.host);
      this.listen(this.parts);
    }
    this.draw();
  }

  draw(): void {
    const { parts, health, look } = this;
    const { language } = this.store.state;
    if (!parts || !health) return;
    const names = measureWords(look.measure, language);
    parts.measures.setAttribute("aria-label", say(language, "healthMeasure"));
    parts.measures.replaceChildren(...columnsOf(health).map((measure) => el("button", {
      type: "button", "aria-pressed": String(measure === look.measure), "data-measure": measure,
      text: measureWords(measure, language),
      click: () => {
        look.measure = measure;
        this.draw();
        parts.measures.querySelector<HTMLElement>(`[data-measure=${measure}]`)?.focus();
      },
    })));
    parts.about.textContent = say(language, `healthAbout_${look.measure}` as StringKey);
    parts.picture.setAttribute("aria-label", say(language, "healthPicture", { measure: names }));
    const isTouch = matchMedia("(pointer: coarse)").matches;
    parts.keys.textContent = say(language, isTouch ? "healthTap" : "healthKeys");
    this.drawPicture();
    this.drawTable();
  }

  drawPicture(): void {
    const { parts, health, look } = this;
    const { language } = this.store.state;
    const width = parts?.picture.clientWidth ?? 0;
    if (!parts || !health || width === 0) return;
    const { layer, turn, measure } = look;
    const grid = this.grid = gridOf(health, width);
    drawPicture(parts.canvas, health, measure, grid, THEMES[themeOf(this.store.state)], look);
    parts.names.replaceChildren(labelsOf(health, grid, layer));
    parts.legend.replaceChildren(
      ...legendOf(scaleOf(health.layers, measure), measure, grid, language));
    const { name, cells } = health.layers[layer]!;
    const words = cellWords(measure, cells[turn]?.[measure] ?? null, name, turn,
      health.turns.length, language);
    parts.read.textContent = words;
    for (const [attribute, value] of Object.entries({
      valuemin: 1, valuemax: health.turns.length, valuenow: turn + 1, valuetext: words,
    })) parts.picture.setAttribute(`aria-${attribute}`, String(value));
  }

  drawTable(): void {
    const { parts, health, look } = this;
    const { language } = this.store.state;
    if (!parts || !health) return;
    const hands: Hands = {
      sort: (column) => this.sort(column),
      go: (layer, measure) => {
        Object.assign(look, { layer });
        this.drawPicture();
        goTo(this.store, health, look, measure);
      },
    };
    const more = health.leftOut === 0 ? [] : [el("p", { class: "quiet",
      text: say(language, "healthLeftOut", { n: health.leftOut }) })];
    parts.table.replaceChildren(tableOf(health, look.turn, look.sort, language, hands), ...more);
  }

  /** Numbers begin with the largest; pressed again, a column turns around. */
  sort(column: Column): void {
    const { sort } = this.look;
    const isDown = sort.column === column ? !sort.isDown : column !== "layer";
    this.look.sort = { column, isDown };
    this.drawTable();
    this.host.querySelector<HTMLElement>(`[data-column=${column}]`)?.focus();
  }

  listen({ picture, canvas }: Parts): void {
    picture.addEventListener("click", ({ clientX, clientY }) => {
      const { left, top } = canvas.getBoundingClientRect();
      const at = this.grid && cellAt(this.grid, clientX - left, clientY - top);
      if (!at || !this.health) return;
      this.move(at);
      goTo(this.store, this.health, this.look, this.look.measure);
    });
    picture.addEventListener("keydown", (event) => {
      const { health, look } = this;
      if (!health || isPointed() || event.altKey || event.ctrlKey || event.metaKey) return;
      const isGo = event.key === "Enter" || event.key === " ";
      const to = afterKey(event.key, health, look);
      if (!isGo && !to) return;
      event.preventDefault();
      if (to) this.move(to);
      else goTo(this.store, health, look, look.measure);
    });
  }

  move(to: Pick<Look, "layer" | "turn">): void {
    const isOther = to.turn !== this.look.turn;
    Object.assign(this.look, to);
    this.drawPicture();
    if (isOther) this.drawTable();
  }

  /** The table follows the cursor from turn to turn. */
  follow({ cursor }: State): void {
    const turn = this.health ? turnAt(this.health, cursor) : this.look.turn;
    if (turn !== this.look.turn) this.move({ layer: this.look.layer, turn });
  }
}

export function showHealth(store: Store): void {
  const host = byId("health", HTMLElement);
  const panel = new Panel(store, host);
  const isOpen = ({ pane }: State): boolean => pane === "health";
  store.watch((s) => [isOpen(s), s.run, s.language, s.theme, s.machine], (state) => {
    if (isOpen(state)) panel.open(state);
  });
  store.watch((s) => [isOpen(s) ? Math.floor(s.cursor) : -1], (state) => {
    if (isOpen(state)) panel.follow(state);
  });
  new ResizeObserver(() => panel.drawPicture()).observe(host);
}
