// Words that stand in formulas, in 中文; in English they stand in the records of the ops.

const TEXTS: Readonly<Record<string, string>> = {
  " at ": " 位于 ", " elsewhere": "（其余位置）", " added at ": " 累加到 ", " with ": " 代入 ",
  " where ": " 若 ", "else": "否则", " else ": " 否则 ", " and ": " 与 ",
  " shared out": " 均分到各窗口", " on the diagonal": " 位于对角线", " stored": " 已存储",
  " combined at ": " 合并到 ", " back at ": " 放回 ", " finite": " 有限", "uses": "各次使用",
  "copies": "各副本", "window": "窗口", "group": "组", "part": "区域", "not implemented": "未实现",
  " added where it came from": " 累加回原处", "second half": "后半", "first half": "前半",
  "alignments": "各对齐", " taken apart along ": " 拆分，沿维 ", " over the copies": "（对各副本）",
  " in turn where ": " 依次放入 ", " cut along ": " 切分，沿维 ", " combined in segments": " 分段合并",
  " block by block": " 逐块", "target": "目标", "label": "标签", " NaN": " NaN",
};

/** The words of a formula in 中文. */
export function inChinese(tex: string): string {
  return tex.replace(/\\text\{([^{}]*)\}/g, (all, text: string) =>
    (Object.hasOwn(TEXTS, text) ? `\\text{${TEXTS[text]}}` : all));
}
