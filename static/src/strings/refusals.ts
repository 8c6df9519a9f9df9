// Why the server said no, by the code of its answer; strings.ts takes them in. What is not here
// names things of one request, and is told in the server's own sentence.

export const REFUSAL_STRINGS = {
  // of the line itself
  lost: [
    "The server does not answer. The page keeps the run it has; your code is safe. "
      + "Trying again.",
    "服务器没有响应。页面保留已有的运行结果，代码不会丢失。正在重试。",
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
  // of code
  empty: ["There is no code to run. Write some, or choose a lesson.", "没有可运行的代码。请写一些，或选择一个课程。"],
  too_long: [
    "The code is too long: 64 KB is the limit. Shorten it and run again.",
    "代码太长：上限为 64 KB。请缩短后再运行。",
  ],
  busy: ["The server is busy with other runs. Try again in a moment.", "服务器正忙。请稍后再试。"],
  internal: [
    "The server made a mistake. It has been logged; what is in the editor is still there.",
    "服务器发生错误，已记录在日志中；编辑器里的代码仍在。",
  ],
  // of links
  store_down: [
    "Short links do not work at the moment. The long link carries everything itself and needs "
      + "no server to keep it.",
    "短链接暂时无法使用。长链接自身包含全部内容，不需要服务器保存。",
  ],
  not_yours: [
    "Only who shared a snippet may delete it, from the browser that shared it.",
    "只有分享者才能删除，并且要用当时分享的浏览器。",
  ],
  deleted: ["This snippet has been taken back.", "这段代码已被收回。"],
  // of rooms
  rooms_down: [
    "The server cannot reach its rooms at the moment. The page keeps what it has.",
    "服务器暂时连不上课堂。页面会保留已有的内容。",
  ],
  unknown_room: [
    "There is no room with this code. Look at the teacher's screen once more, letter by letter.",
    "没有使用这个代码的课堂。请对照老师的屏幕逐字核对。",
  ],
  guessing: [
    "Too many wrong codes came from your network. Wait a minute, then type the code from the "
      + "teacher's screen.",
    "你所在的网络输入了太多错误的代码。请等一分钟，再按老师屏幕上的代码输入。",
  ],
  expired: [
    "This room has closed: its time was up. Ask your teacher for a new code.",
    "房间已到时关闭。请向老师要新的代码。",
  ],
  ended: ["The teacher has ended this room.", "老师已结束课堂。"],
  full: [
    "So many rooms are open on this server that it opens no other. Try again later.",
    "服务器上的课堂已满，暂时不能再开。请稍后再试。",
  ],
  full_room: [
    "So many have joined this room that it takes no more; watching goes on.",
    "课堂人数已满，不能再加入；仍可继续观看。",
  ],
  full_questions: [
    "This room has asked as many questions as it keeps. Download the answers and open a new one.",
    "本课堂的提问数已达上限。请导出回答，再开一个新课堂。",
  ],
  too_large: [
    "The run is too large to be sent to a whole class. Show less: fewer steps, or smaller "
      + "tensors.",
    "运行结果太大，无法发给全班。请减少步骤，或缩小张量。",
  ],
  not_teacher: [
    "Only the teacher who opened this room may do that.",
    "只有开设课堂的老师可以这样做。",
  ],
  not_joined: ["Join the room first.", "请先加入课堂。"],
  unknown_participant: ["Nobody of that name is in this room.", "课堂里没有这个人。"],
  other_run: [
    "The class has another run on the screen by now. Look at it, and try again.",
    "课堂上现在展示的是另一次运行。请看过之后再试。",
  ],
  unknown_question: [
    "The room has asked no question of that number.", "课堂没有提过这个编号的问题。",
  ],
  revealed: [
    "The answer is on the screen already, so yours does not count any more.",
    "答案已经公布，你的回答不再计入。",
  ],
  closed: [
    "The teacher has taken this question away, so it takes no more answers.",
    "老师已撤下这个问题，不再接受回答。",
  ],
  unknown_offer: [
    "That snippet is not waiting any more: it was shown, sent back, or replaced.",
    "这段代码已不在等候：它已被展示、退回或替换。",
  ],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>;
