// How a run ended, in words: the server's own sentence, and what it is in Chinese. Pure.

import type { Run } from "../../model/run.ts";
import type { Language } from "../../model/viewer-options.ts";

type Parts = Readonly<Record<string, string>>;

/** At the line that the sentence names, if it names one. */
function at(line: string | undefined): string {
  return line === undefined ? "代码" : `第 ${line} 行的代码`;
}

/** The sentences of server/sandbox/outcome.py, with their numbers; a test holds both together. */
const ENDINGS: readonly (readonly [RegExp, (parts: Parts) => string])[] = [
  [/^The code ran for more than (?<n>\S+) seconds/,
    ({ n }) => `代码运行超过 ${n} 秒（时钟时间），已停止。请去掉等待。`],
  [/^The code computed for more than (?<n>\S+) seconds/,
    ({ n }) => `代码计算超过 ${n} 秒（处理器时间），已停止。请检查是否有死循环，或者减少步数。`],
  [/^You stopped the code(?: on line (?<line>\d+))? after (?<n>\S+) seconds/,
    ({ line, n }) => `代码${line === undefined ? "" : `运行到第 ${line} 行时`}被你停止，共运行 ${n} 秒。`],
  [/^(?:Line (?<line>\d+): t|T)he code asked for more than (?<n>\S+) MB of memory/,
    ({ line, n }) => `${at(line)}要用超过 ${n} MB 内存，已停止。请改用更小的张量，或者少保留一些。`],
  [/^(?:Line (?<line>\d+): t|T)he code wrote more than (?<n>\S+) MB of text/,
    ({ line, n }) => `${at(line)}的输出超过 ${n} MB，已停止。请减少输出，或者每一百步才输出一次。`],
  [/^(?:Line (?<line>\d+): t|T)he code did and printed more than the tape holds, (?<n>\S+) events/,
    ({ line, n }) => `${at(line)}的运算和输出超过了记录的上限（${n} 个事件），已停止。请减少步数，少输出一些。`],
  [/^The code ended its own process/,
    () => "代码结束了自己的进程，记录到此为止。请让程序自然结束。"],
  [/^The process of the code died \((?<why>.*)\)/,
    ({ why }) => `代码的进程意外终止（${why}）。很深的递归或编译代码中的错误会这样；此前的记录都在。`],
  [/^The run sent something that is not a tape/,
    () => "运行送来的内容不是记录，已停止。写入记录通道的代码会这样。"],
  [/^The process that runs are born from has ended/,
    () => "产生运行的进程已经结束，这次运行也随之结束。请再运行一次：已经有了新的进程。"],
  [/^The server could not start a process/,
    () => "服务器无法为代码启动进程，所以什么也没有运行。请重试；如果仍然如此，用 `tapescope doctor` 查看原因。"],
];

/** What happened, why, and what to change, when a run did not finish; null when it did. */
export function endingOf({ outcome }: Run, language: Language): string | null {
  const { sentence } = outcome;
  if (sentence === null || language === "en") return sentence;
  for (const [pattern, say] of ENDINGS) {
    const found = pattern.exec(sentence);
    if (found) return say(found.groups ?? {});
  }
  // Python's own words about an exception.
  return sentence.replace(/^Line (\d+): /, "第 $1 行：");
}
