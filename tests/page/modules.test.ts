// What a tape tells of its modules, and in how few words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { briefModule, fullModule, moduleAt, moduleOf } from "../../static/src/model/modules.ts";
import type { ModuleText, Run } from "../../static/src/model/run.ts";
import { frameAt } from "../../static/src/model/timeline.ts";
import { cardOf } from "../../static/src/words/card.ts";
import { mirrorOf } from "../../static/src/words/text-alternative.ts";
import { fixture } from "./fixtures/load.ts";

const module = (type: string, extra: string): ModuleText => ({ name: "net", type, extra });

/** A run whose first two ops tell two modules of one name. */
function rebound(): { readonly run: Run; readonly ops: readonly number[] } {
  const run = fixture("diamond");
  const ops = run.events.flatMap(({ kind }, i) => (kind === "op" ? [i] : []));
  const events = run.events.map((event, i) => {
    const nr = ops.indexOf(i);
    return event.kind !== "op" || nr > 1 ? event
      : { ...event, scope: ["net", "f()"], modules: [module(["Linear", "Tanh"][nr]!, "")] };
  });
  return { run: { ...run, events }, ops };
}

test("a name means the module that the last op before told", () => {
  const { run, ops: [one = 0, two = 0] } = rebound();
  assert.equal(moduleAt(run, "net", one - 1), null);
  assert.equal(moduleAt(run, "net", one)?.type, "Linear");
  assert.equal(moduleAt(run, "net", two)?.type, "Tanh");
  assert.equal(moduleOf(run, two)?.type, "Tanh");
  assert.equal(moduleOf(run, run.events.length - 1), null);
});

const BRIEF: readonly (readonly [type: string, extra: string, brief: string])[] = [
  ["Linear", "in_features=30, out_features=4, bias=True", "Linear(30, 4)"],
  ["Conv2d", "1, 6, kernel_size=(5, 5), stride=(1, 1), padding=(2, 2)", "Conv2d(1, 6, (5, 5))"],
  ["LayerNorm", "(8,), eps=1e-05, elementwise_affine=True", "LayerNorm((8,))"],
  ["LSTM", "8, 16, num_layers=2", "LSTM(8, 16)"],
  ["Dropout", "p=0.5, inplace=False", "Dropout(p=0.5)"],
  ["ReLU", "", "ReLU"],
  ["Odd", "1, name=…", "Odd(1)"],
];

test("the brief words of a module are its class and what is seldom named", () => {
  for (const [type, extra, brief] of BRIEF) assert.equal(briefModule(module(type, extra)), brief);
});

test("the full words are torch's", () => {
  assert.equal(fullModule(module("Dropout", "p=0.5")), "Dropout(p=0.5)");
  assert.equal(fullModule(module("ReLU", "")), "ReLU");
});

test("the card of an op and its line for a screen reader name its module", () => {
  const { run, ops: [made = 0] } = rebound();
  const event = run.events[made];
  const node = event?.kind === "op" ? event.node?.id ?? "" : "";
  const end = run.events.length;
  for (const [language, word, place] of [
    ["en", "Module", "in net, Linear"], ["zh", "模块", "位于 net, Linear"],
  ] as const) {
    const facts = cardOf(run, end, node, language)?.facts ?? [];
    assert.deepEqual(facts.find(([one]) => one === word), [word, "net: Linear"]);
    const line = mirrorOf(run, frameAt(run, end), end, language).find(({ id }) => id === node);
    assert.ok(line?.words.includes(place), line?.words);
  }
});
