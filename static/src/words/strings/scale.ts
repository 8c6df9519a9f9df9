// Every word about the scales of the stage's colours and bars, in English and 中文.

/** key: [English, 中文]. */
export const SCALE_STRINGS = {
  oneScale: ["All gradients on one log scale", "所有梯度用同一对数刻度"],
  scales: ["Scales of the stage", "图中的刻度"],
  legendValue: ["‖value‖", "‖值‖"],
  legendGradient: ["‖grad‖", "‖梯度‖"],
  legendLog: ["log, {least} … {most}", "对数，{least} … {most}"],
  legendOwn: ["per map", "每图独立"],
  legendOne: ["gradients: log, {least} … {most}", "梯度：对数，{least} … {most}"],
  meanOf: ["mean of {rows} × {cols}", "{rows} × {cols} 的均值"],
  meanOfUpTo: ["mean of up to {rows} × {cols}", "至多 {rows} × {cols} 的均值"],
} as const;
