// Every word about fixes that are tried, in English and 中文.

export const FIX_STRINGS = {
  tryingFix: ["Trying a fix …", "正在试运行修改 …"],
  tryingFixes: ["Trying {n} fixes …", "正在试运行 {n} 种修改 …"],
  fixWorks: ["A fix, tried:", "试过可行的修改："],
  fixesWork: ["{n} fixes, tried:", "试过可行的 {n} 种修改："],
  noFixWorks: [
    "A change was tried, and it does not end this.", "试过一种修改，但没有解决这个问题。",
  ],
  fixNotTried: ["No fix was tried: {why}", "没有试运行修改：{why}"],
  tryAgain: ["Try again", "再试一次"],
  applyFix: ["Apply", "采用"],
  applyFixNamed: ["Apply: {fix}", "采用：{fix}"],
  fixOutcome: ["With it the program {outcome}.", "改后程序{outcome}。"],
  fixLines: ["Lines that change", "改动的行"],
  lineOut: ["taken out, line {n}", "删去，第 {n} 行"],
  lineIn: ["written, line {n}", "写入，第 {n} 行"],
  fixIsApplied: ["The fix is in the editor.", "修改已写入编辑器。"],
  undo: ["Undo", "撤销"],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>;
