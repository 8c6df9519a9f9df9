// A gradient that is used again: how much of it is old, and which update had used it. Pure.

import type { Calls, Read, Used } from "../../model/ledger.ts";
import { inlineValue, normWords } from "../../model/number.ts";
import type { Language } from "../../model/viewer-options.ts";

/** What is said of an update by a gradient that an earlier one had used. */
interface Reuse {
  /** The tensor by the user's name; null if it has none. */
  readonly name: string | null;
  /** The whole gradient and its old part, or their norms; null where the part is not known. */
  readonly whole: string;
  readonly part: string | null;
  readonly norms: boolean;
  /** All of it is old. */
  readonly all: boolean;
  readonly calls: Calls;
  /** The update that had used it. */
  readonly by: "step" | "hand";
  readonly line: number | null;
}

/** The numbers of the whole gradient and its old part if both are short, else their norms. */
function amountsOf({ balance }: Read, { part }: Used): Pick<Reuse, "whole" | "part" | "norms"> {
  const whole = balance && inlineValue(balance);
  const old = part && inlineValue(part);
  if (whole !== null && (part === null || old !== null)) return { whole, part: old, norms: false };
  return { whole: balance ? normWords(balance) : "0.0", part: part && normWords(part),
    norms: true };
}

export function reuseOf(read: Read, old: Used, name: string | null): Reuse {
  const { calls, by, line } = old;
  return { name, ...amountsOf(read, old), all: read.calls?.count === calls.count, calls, by, line };
}

function callsInEnglish({ first, last, count }: Calls): string {
  if (count === 1) return `backward ${first}`;
  if (count === 2) return `backward ${first} and ${last}`;
  return count === last - first + 1 ? `backward ${first} to ${last}`
    : `${count} backward calls, ${first} to ${last}`;
}

function inEnglish({ name, whole, part, norms, all, calls, by, line }: Reuse): string {
  const grad = name === null ? "The .grad" : `${name}.grad`;
  const is = `${grad} ${norms ? "has norm" : "is"} ${whole}`;
  const old = all ? "all of it" : part === null ? "a part of it"
    : norms ? `a part of norm ${part}` : `${part} of it`;
  return `${is}: ${old} is from ${callsInEnglish(calls)} and was ${all ? "already " : ""}used by ` +
    `the ${by === "step" ? "step" : "update"}${line === null ? "" : ` on line ${line}`}.`;
}

function callsInChinese({ first, last, count }: Calls): string {
  if (count === 1) return `第 ${first} 次反向传播`;
  if (count === 2) return `第 ${first} 次和第 ${last} 次反向传播`;
  return count === last - first + 1 ? `第 ${first} 到 ${last} 次反向传播`
    : `第 ${first} 到 ${last} 次之间的 ${count} 次反向传播`;
}

function inChinese({ name, whole, part, norms, all, calls, by, line }: Reuse): string {
  const is = `${name === null ? "" : name}.grad ${norms ? "的范数是" : "是"} ${whole}`;
  const old = all ? "全部" : part === null ? "其中一部分"
    : norms ? `其中范数为 ${part} 的一部分` : `其中的 ${part} `;
  return `${is}：${old}来自${callsInChinese(calls)}，` +
    `${line === null ? "" : `第 ${line} 行的`}${by === "step" ? "优化步" : "更新"}已经用过它。`;
}

/** One sentence: `w.grad is 5.0: 2.0 of it is from backward 1 and was used by the step ...` */
export function reusedWords(reuse: Reuse, language: Language): string {
  return language === "en" ? inEnglish(reuse) : inChinese(reuse);
}
