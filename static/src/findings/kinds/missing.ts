// A gradient that is missing: cut off, computed with grad mode off, or never led to the leaf.

import { byForm, type Diagnosis, type Kind } from "../finding.ts";
import * as english from "../phrases/en.ts";
import { explainNone } from "../phrases/reasons.ts";
import * as chinese from "../phrases/zh.ts";
import { cutIn, type Cause } from "../reading/cause.ts";
import { missingGrads, type MissingFacts } from "../reading/missing.ts";
import { kindOfCut } from "./error.ts";

function kindOf(cause: Cause): Kind {
  const cut = cutIn(cause);
  return cut === null ? "unreached" : kindOfCut(cut);
}

const en = byForm<MissingFacts>({
  none: (facts) => {
    const { why, change } = explainNone(facts.name, facts.cause, "en");
    return { title: `Why ${facts.name}.grad is None`, change,
      why: facts.others.length === 0 ? why
        : `${why} So it is for ${english.several(facts.others)}.`,
      what: `It prints None for ${facts.name}.grad.` };
  },
  "never-reached": (facts) => ({
    title: `No gradient ever reaches ${english.several(facts.names)}`,
    what: `Backward has run, and ${english.several(facts.names)} got no gradient.`,
    ...explainNone(english.several(facts.names), facts.cause, "en") }),
});

const zh = byForm<MissingFacts>({
  none: (facts) => {
    const { why, change } = explainNone(facts.name, facts.cause, "zh");
    return { title: `${facts.name}.grad 为什么是 None`, what: `打印 ${facts.name}.grad 得到 None。`,
      why: facts.others.length === 0 ? why
        : `${why}${chinese.several(facts.others)} 也是如此。`, change };
  },
  "never-reached": (facts) => ({
    title: `没有梯度到达 ${chinese.several(facts.names)}`,
    what: `反向传播已经运行，${chinese.several(facts.names)} 没有得到梯度。`,
    ...explainNone(chinese.several(facts.names), facts.cause, "zh") }),
});

function missingAs(kind: Kind): Diagnosis<MissingFacts> {
  return { kind, words: { en, zh },
    find: (run) => missingGrads(run).filter(({ facts }) => kindOf(facts.cause) === kind) };
}

export const missing = (["cut", "grad-mode", "unreached"] as const).map(missingAs);
