// The teacher's box for a question: what is hidden, of which tensor, at which step.

import { el } from "../../app/dom.ts";
import type { Asked } from "../../room/client.ts";
import type { Why, RoomActs } from "../../room/enter.ts";
import type { Hidden, Question } from "../../room/model.ts";
import type { State } from "../../app/state.ts";
import type { Store } from "../../app/store.ts";
import { say, type StringKey } from "../../words/strings.ts";
import { frameAt } from "../../model/timeline.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { stepOf, stopAfter } from "../../model/step-navigation.ts";
import { field, form } from "./form.ts";
import { wordsOf } from "./question.ts";

type Choice = readonly [value: string, words: string];

function select(name: string, choices: readonly Choice[], chosen?: string): HTMLSelectElement {
  const options = choices.map(([value, text]) =>
    el("option", { value, text, selected: value === chosen }));
  return el("select", { class: "share-text", name }, ...options);
}

/** Frames at which the truth may be read: now, at the next stop, at the end. */
function frames(state: State): Readonly<Record<string, number>> {
  const now = Math.floor(state.cursor);
  const end = state.run?.events.length ?? 0;
  return { now, next: Math.min(stopAfter(state.stops, now), end), end };
}

/** Every tensor that has a name by the end, those with a `.grad` to come first. */
function tensors({ run }: State): readonly Choice[] {
  if (!run) return [];
  const end = frameAt(run, run.events.length);
  const named = [...end.tensors.values()].flatMap((tensor) => {
    const name = labelOf(run, tensor.id, end.at);
    return name === null ? [] : [{ id: tensor.id, name, leaf: tensor.requires_grad }];
  });
  const sorted = named.toSorted((one, other) => Number(other.leaf) - Number(one.leaf));
  return sorted.map(({ id, name }) => [id, name]);
}

/** `1, 2` or `[1, 2]` as a place; null for the whole. */
function placeIn(typed: string): readonly number[] | null {
  const numbers = typed.match(/\d+/g);
  return numbers && numbers.map(Number);
}

/** The tensor that the viewer has selected, by itself or as the output of its node. */
function selectedTensor({ run, selection, cursor }: State): string | undefined {
  if (!run || selection === null) return undefined;
  const frame = frameAt(run, Math.floor(cursor));
  return frame.tensors.get(selection) ? selection : frame.nodes.get(selection)?.outputs[0];
}

function shapeOf({ run }: State, tensor: string): readonly number[] {
  return (run && frameAt(run, run.events.length).tensors.get(tensor)?.value.shape) ?? [];
}

interface Fields {
  readonly kind: HTMLSelectElement;
  readonly of: HTMLSelectElement;
  readonly tensor: HTMLSelectElement;
  readonly entry: HTMLInputElement;
  readonly when: HTMLSelectElement;
  readonly text: HTMLInputElement;
  readonly truth: HTMLSelectElement;
}

function fieldsOf(state: State): Fields {
  const words = (key: StringKey): string => say(state.language, key);
  return {
    kind: select("kind", [
      ["number", words("askNumber")], ["shape", words("askShape")], ["yesno", words("askYesno")],
    ]),
    of: select("of", [
      ["grad", words("askGrad")], ["value", words("askValue")], ["ledger", words("askLedger")],
    ]),
    tensor: select("tensor", tensors(state), selectedTensor(state)),
    entry: el("input", { class: "share-text mono", name: "entry", autocomplete: "off" }),
    when: select("when", [
      ["end", words("askEnd")], ["next", words("askNext")], ["now", words("askNow")],
    ]),
    text: el("input", { class: "share-text", name: "text", maxlength: 300, autocomplete: "off" }),
    truth: select("truth", [["yes", words("yes")], ["no", words("no")]]),
  };
}

function questionOf(state: State, { kind, of, tensor, entry, when, text, truth }: Fields): Asked {
  const asked = {
    kind: kind.value as Question["kind"], at: frames(state)[when.value] ?? 0,
    text: text.value.trim() || null,
  };
  if (asked.kind === "yesno") {
    return worded(state, { ...asked, subject: null, truth: truth.value === "yes" });
  }
  const place = asked.kind === "number" ? placeIn(entry.value) : null;
  const hides = of.value as Hidden["of"];
  return worded(state, { ...asked, subject: { of: hides, tensor: tensor.value, entry: place } });
}

/** The question with its words, for the results. */
function worded(state: State, asked: Omit<Asked, "words" | "name" | "step">): Asked {
  const { run, stops, language } = state;
  const { subject, at } = asked;
  return {
    ...asked, step: stepOf(stops, at),
    words: run ? wordsOf(asked, run, stops, language) : "",
    name: run && subject ? labelOf(run, subject.tensor, run.events.length) : null,
  };
}

/** The box; `close` puts it away when the class has been asked. */
export function askBox(store: Store, acts: RoomActs, close: () => void): HTMLElement {
  const { state } = store;
  const { language } = state;
  const fields = fieldsOf(state);
  if (fields.tensor.options.length === 0) {
    return el("p", { class: "share-panel share-note", text: say(language, "askNothing") });
  }
  const entry = field(say(language, "askEntry"), fields.entry, say(language, "askEntryNote"));
  const subject = el("div", { class: "room-fields" },
    field(say(language, "askSubject"), fields.of), field(say(language, "askOf"), fields.tensor),
    field(say(language, "askWhen"), fields.when));
  const truth = field(say(language, "askTruth"), fields.truth);
  const fit = (): void => {
    const isYesno = fields.kind.value === "yesno";
    const shape = shapeOf(state, fields.tensor.value);
    if (placeIn(fields.entry.value)?.length !== shape.length) {
      fields.entry.value = shape.map(() => 0).join(", ");
    }
    subject.hidden = isYesno;
    truth.hidden = !isYesno;
    entry.hidden = fields.kind.value !== "number" || shape.length === 0;
  };
  for (const changed of [fields.kind, fields.tensor]) changed.addEventListener("change", fit);
  fit();
  const ask = async (): Promise<Why> => {
    const why = await acts.ask(questionOf(store.state, fields));
    if (why === null) close();
    return why;
  };
  return form(say(language, "askDo"), ask,
    field(say(language, "askKind"), fields.kind), subject, entry, truth,
    field(say(language, "askText"), fields.text));
}
