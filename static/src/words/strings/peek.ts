// Every word of the box that looks inside a large value, in English and 中文.

/** key: [English, 中文]. */
export const PEEK_STRINGS = {
  peekOpen: ["See every number", "查看每一个数"],
  peekInFile: [
    "This file has only a summary. To see every number, open it where the code can run again.",
    "此文件只带有概览。要查看每一个数，请在可以重新运行代码的地方打开。",
  ],
  peekInside: ["Inside {name}", "{name} 的内部"],
  peekInsideThis: ["Inside this tensor", "这个张量的内部"],
  peekAxis: ["dim {d}", "维 {d}"],
  peekIndex: ["Index along dim {d}, 0 to {last}", "第 {d} 维的下标，0 到 {last}"],
  peekLess: ["Previous index along dim {d}", "第 {d} 维的前一个下标"],
  peekMore: ["Next index along dim {d}", "第 {d} 维的后一个下标"],
  peekRows: ["rows {from}–{to} / {n}", "行 {from}–{to} / {n}"],
  peekCols: ["columns {from}–{to} / {n}", "列 {from}–{to} / {n}"],
  peekEntries: ["entries {from}–{to} / {n}", "第 {from}–{to} 个 / {n}"],
  peekUp: ["Rows before", "前面的行"],
  peekDown: ["Rows after", "后面的行"],
  peekLeft: ["Columns before", "前面的列"],
  peekRight: ["Columns after", "后面的列"],
  peekColours: ["Colours", "颜色"],
  peekView: ["Show as", "显示方式"],
  peekToMax: ["max", "最大"],
  peekToMin: ["min", "最小"],
  peekToOdd: ["nan or inf: {n}", "nan 或 inf：{n}"],
  peekGoTo: ["Go to an index", "前往下标"],
  peekGrid: ["The numbers by row and column", "按行列排列的数"],
  peekAsking: ["The code runs again to get these numbers …", "正在重新运行代码以取得这些数……"],
  peekAnother: [
    "These numbers are from another run: the code uses numbers that no seed controls, like the "
      + "time.",
    "这些数来自另一次运行：代码用到了不受种子控制的数，例如时间。",
  ],
  peekGone: [
    "This value did not appear when the code ran again: it depends on the machine or the clock.",
    "代码再次运行时没有出现这个值：它用到了来自机器或时钟的数。",
  ],
  peekKeys: [
    "The arrow keys move by one, Page Up and Page Down by a page.",
    "方向键移动，Page Up 和 Page Down 翻页。",
  ],
  peekSliceKeys: [
    "The arrow keys move by one, Page Up and Page Down by a page, [ and ] change the slice.",
    "方向键移动，Page Up 和 Page Down 翻页，[ 和 ] 换切片。",
  ],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>;
