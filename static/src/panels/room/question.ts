// The question on the stage: the class answers, the teacher watches and shows the truth.

import { byId, el, icon } from "../../app/dom.ts";
import type { Language } from "../../words/narration.ts";
import type { RoomActs } from "../../room/enter.ts";
import {
  answerIn, type Answer, type Question, type Room, type Tally,
} from "../../room/model.ts";
import type { Run } from "../../model/run.ts";
import type { Store } from "../../app/store.ts";
import { say, type StringKey } from "../../words/strings.ts";
import { labelOf } from "../../model/timeline/label.ts";
import { stepOf } from "../../model/step-navigation.ts";

const ABOUT: Readonly<Record<string, StringKey>> = {
  "number value": "askAboutValue", "number grad": "askAboutGrad", "number ledger": "askAboutGrad",
  "shape value": "askAboutShape", "shape grad": "askAboutGradShape",
  "shape ledger": "askAboutGradShape",
};

/** An answer as one would write it. */
function answerWords(value: Answer, language: Language): string {
  if (typeof value === "boolean") return say(language, value ? "yes" : "no");
  if (typeof value === "object") return `[${value.join(", ")}]`;
  return String(value);
}

/** The teacher's words, or a sentence about what is hidden. */
export function wordsOf(
  question: Pick<Question, "text" | "subject" | "kind" | "at">, run: Run,
  stops: readonly number[], language: Language,
): string {
  const { text, subject, kind, at } = question;
  if (text !== null) return text;
  const key = subject && ABOUT[`${kind} ${subject.of}`];
  if (!subject || !key) return say(language, "askAboutYesno");
  const place = subject.entry === null ? "" : `[${subject.entry.join(", ")}]`;
  const name = (labelOf(run, subject.tensor, run.events.length) ?? subject.tensor);
  const isGrad = subject.of !== "value";
  const words = say(language, key, { name: isGrad ? name : name + place, n: stepOf(stops, at) });
  return isGrad && place ? words.replace(".grad", `.grad${place}`) : words;
}

/** One bar for each answer; the right ones in another pattern once the truth is told. */
function bars({ bars: list, others }: Tally, isRevealed: boolean, language: Language): HTMLElement {
  const most = Math.max(1, others, ...list.map(({ count }) => count));
  const row = (words: string, count: number, right: boolean): HTMLElement => {
    const bar = el("span", { class: right && isRevealed ? "room-bar right" : "room-bar" });
    bar.style.inlineSize = `${(count / most) * 100}%`;
    const sign = right && isRevealed ? [icon("check", "icon small")] : [];
    return el("tr", {}, el("th", { scope: "row", class: "mono" }, words, ...sign),
      el("td", {}, bar), el("td", { class: "mono", text: count }));
  };
  return el("table", { class: "room-bars" }, el("tbody", {},
    ...list.map(({ value, count, right }) => row(answerWords(value, language), count, right)),
    ...(others > 0 ? [row(say(language, "others"), others, false)] : [])));
}

function tallyPart(room: Room, question: Question, language: Language): HTMLElement[] {
  const isRevealed = question.phase === "revealed";
  const live = room.desk?.question?.number === question.number ? room.desk.question : null;
  const tally = question.tally ?? live?.tally;
  if (!tally || (room.role === "student" && !isRevealed)) return [];
  const words = say(language, isRevealed ? "answered" : "answeredSoFar", {
    n: tally.answered, of: live?.of ?? tally.answered, right: tally.right,
  });
  const count = el("p", { class: "share-note", text: words });
  return isRevealed || room.showsBars ? [count, bars(tally, isRevealed, language)] : [count];
}

function picks(choices: readonly (readonly [string, Answer])[], pick: (value: Answer) => void) {
  return el("div", { class: "room-picks" }, ...choices.map(([words, value]) => el("button", {
    type: "button", class: "room-pick mono", text: words, click: () => pick(value),
  })));
}

function typedAnswer(
  kind: "number" | "shape", language: Language, give: (value: Answer) => void,
): HTMLElement {
  const hint = say(language, kind === "number" ? "answerNumber" : "answerShape");
  const input = el("input", {
    class: "share-text mono", placeholder: hint, "aria-label": say(language, "yourAnswer"),
    autocomplete: "off", name: "answer", maxlength: 60,
  });
  const wrong = el("p", { class: "share-note wrong", role: "alert" });
  return el("form", {
    class: "room-answer", novalidate: true,
    submit: (event) => {
      event.preventDefault();
      const value = answerIn(kind, input.value);
      wrong.textContent = value === null
        ? say(language, kind === "number" ? "notANumber" : "notAShape") : "";
      if (value !== null) give(value);
    },
  }, el("div", { class: "share-row" }, input,
    el("button", { type: "submit", class: "share-do", text: say(language, "send") })), wrong);
}

/** What the viewer said, and after the reveal what it is. */
function outcome(room: Room, question: Question, language: Language): HTMLElement[] {
  const mine = room.answered?.number === question.number ? room.answered : null;
  const write = (value: Answer): string => answerWords(value, language);
  const said = (kind: string, key: StringKey, filling: Readonly<Record<string, string>>) =>
    [el("p", { class: `room-outcome ${kind}`, role: "status", text: say(language, key, filling) })];
  if (question.phase === "open") {
    return mine ? said("", "answerKept", { value: write(mine.value) }) : [];
  }
  const truth = question.truth === undefined || question.truth === null ? "–"
    : write(question.truth);
  if (!mine || room.role === "teacher") return said("", "answerMissed", { truth });
  return mine.right ? said("right", "answerRight", { value: truth })
    : said("wrong", "answerWrong", { value: write(mine.value), truth });
}

function answering(
  room: Room, question: Question, language: Language, acts: RoomActs,
): HTMLElement[] {
  if (room.role !== "student" || room.me === null || question.phase !== "open") return [];
  const give = (value: Answer): void => acts.answer(question.number, value);
  if (question.kind === "yesno") {
    return [picks([[say(language, "yes"), true], [say(language, "no"), false]], give)];
  }
  if (question.choices) {
    const choices = question.choices.map((shape) => [answerWords(shape, language), shape] as const);
    return [picks(choices, give)];
  }
  return [typedAnswer(question.kind, language, give)];
}

/** The class sees the teacher's screen, too: what others answer shows when the teacher likes. */
function barsButton({ showsBars }: Room, language: Language, acts: RoomActs): HTMLElement {
  return el("button", {
    type: "button", class: "room-do", "aria-pressed": String(showsBars),
    text: say(language, "showBars"), click: () => acts.showBars(!showsBars),
  });
}

function ruling(room: Room, question: Question, language: Language, acts: RoomActs): HTMLElement[] {
  if (room.role !== "teacher") return [];
  const isOpen = question.phase === "open";
  return [el("div", { class: "room-picks" },
    ...(isOpen ? [el("button", {
      type: "button", class: "share-do", text: say(language, "reveal"),
      click: () => acts.reveal(question.number),
    }), barsButton(room, language, acts)] : []),
    el("button", {
      type: "button", class: "room-do", text: say(language, "clearQuestion"),
      click: () => acts.clear(question.number),
    }))];
}

export function showQuestion(store: Store, acts: RoomActs): void {
  const host = byId("question", HTMLElement);
  const head = el("h2", { class: "room-asked" });
  const answers = el("div");
  const told = el("div", { class: "room-told" });
  const rules = el("div");
  host.append(head, answers, told, rules);
  // What is typed stays while other parts of the room change.
  store.watch(
    (s) => [s.room?.state?.question?.number, s.room?.state?.question?.phase, s.room?.me, s.run,
      s.language, s.room?.showsBars],
    ({ room, run, stops, language }) => {
      const question = room?.state?.question ?? null;
      host.hidden = question === null || run === null;
      if (!room || !question || !run) return;
      head.textContent = wordsOf(question, run, stops, language);
      answers.replaceChildren(...answering(room, question, language, acts));
      rules.replaceChildren(...ruling(room, question, language, acts));
    },
  );
  store.watch(
    (s) => [s.room?.answered, s.room?.showsBars, s.language,
      JSON.stringify([s.room?.state?.question, s.room?.desk?.question])],
    ({ room, language }) => {
      const question = room?.state?.question;
      if (!room || !question) return;
      told.replaceChildren(
        ...outcome(room, question, language), ...tallyPart(room, question, language));
    },
  );
}
