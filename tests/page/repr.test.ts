// repr.ts against what real torch 2.13 printed; fixtures/record_reprs.py records the goldens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { reprOf, type ReprExtras } from "../../static/src/model/repr.ts";
import type { Value } from "../../static/src/model/run.ts";
import goldens from "./fixtures/reprs.json" with { type: "json" };

interface Golden {
  readonly case: string;
  readonly value: Value;
  readonly extras: ReprExtras;
  readonly repr: string;
}

for (const golden of goldens as unknown as readonly Golden[]) {
  test(`torch prints ${golden.case} as we do`, () => {
    assert.equal(reprOf(golden.value, golden.extras), golden.repr);
  });
}

test("a value of which only statistics are known has no repr", () => {
  assert.equal(reprOf({ shape: [300], dtype: "float32" }), null);
});
