// Why the server said no, by the code of its answer; strings.ts takes them in. What is not here
// names things of one request, and is told in the server's own sentence.

// The table that the server's own pages read, too.
import TABLE from "../../../../server/web/views/errors.json" with { type: "json" };

type Words = readonly [en: string, zh: string];

const OF_THE_SERVER = Object.fromEntries(
  Object.entries(TABLE).map(([code, { en, zh }]): [string, Words] => [code, [en, zh]]),
) as Readonly<Record<keyof typeof TABLE, Words>>;

export const REFUSAL_STRINGS = {
  // of the line itself
  lost: [
    "The server does not answer. The page keeps the run it has; your code is safe. "
      + "Trying again.",
    "服务器没有响应。页面保留已有的运行结果，代码不会丢失。正在重试。",
  ],
  gaveUp: [
    "The server stayed busy for two minutes. Your code is in the editor.",
    "服务器两分钟来一直繁忙。代码仍在编辑器中。",
  ],
  broken: [
    "The server's answer cannot be shown: {why} The code is untouched; try to run it "
      + "again.",
    "无法显示服务器的回答：{why} 代码没有改变，请再运行一次。",
  ],
  serverFault: [
    "The server failed at this ({status}). The code is untouched; try again.",
    "服务器出错（{status}）。代码没有改变，请重试。",
  ],
  ...OF_THE_SERVER,
} as const satisfies Readonly<Record<string, Words>>;
