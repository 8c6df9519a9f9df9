// Every word of the box that looks inside a large value, in English and 中文.

/** key: [English, 中文]. */
export const PEEK_STRINGS = {
  peekOpen: ["See every number", "查看每一个数"],
  peekInFile: [
    "This file carries only the outline. Every number is to be seen where the code can run again.",
    "此文件只带有概览。要查看每一个数，请在可以重新运行代码的地方打开。",
  ],
  peekInside: ["Inside {name}", "{name} 的内部"],
  peekInsideThis: ["Inside this tensor", "这个张量的内部"],
  peekAxis: ["dim {d}", "维 {d}"],
  peekIndex: ["Index along dim {d}, 0 to {last}", "第 {d} 维的下标，0 到 {last}"],
  peekLess: ["One back along dim {d}", "第 {d} 维后退一格"],
  peekMore: ["One on along dim {d}", "第 {d} 维前进一格"],
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
    "These numbers are of another run: the code takes some from the machine, where no seed rules.",
    "这些数来自另一次运行：代码从机器取了一些不受种子控制的数。",
  ],
  peekGone: [
    "When the code ran again, this value did not come: it takes numbers from the machine or clock.",
    "代码再次运行时没有出现这个值：它用到了来自机器或时钟的数。",
  ],
  peekKeys: [
    "Arrows move, Page Up and Page Down turn pages.",
    "方向键移动，Page Up 和 Page Down 翻页。",
  ],
  peekSliceKeys: [
    "Arrows move, Page Up and Page Down turn pages, [ and ] change the slice.",
    "方向键移动，Page Up 和 Page Down 翻页，[ 和 ] 换切片。",
  ],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>;
