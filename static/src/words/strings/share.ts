// Words about links and sharing, in English and 中文, side by side; strings.ts takes them in.

export const SHARE_STRINGS = {
  wholePage: ["Open in Tapescope", "在 Tapescope 中打开"],
  share: ["Share", "分享"],
  shareTabs: ["Ways to share", "分享方式"],
  shareLink: ["Link", "链接"],
  shareShort: ["Short link", "短链接"],
  shareEmbed: ["Embed", "嵌入"],
  shareExport: ["Export", "导出"],
  shareQr: ["QR", "二维码"],
  copy: ["Copy", "复制"],
  copied: ["Copied.", "已复制。"],
  notCopied: [
    "The browser does not let the page copy. Select the text and copy it by hand.",
    "浏览器不允许页面复制。请选中文字后手动复制。",
  ],
  linkNote: [
    "The link itself carries the code and this moment ({n} characters). Nothing is stored "
      + "anywhere.",
    "链接本身包含代码和此刻的状态（{n} 个字符），不在任何地方存储。",
  ],
  linkTooLong: [
    "The link has {n} characters. It works in the address bar, but many chat and mail "
      + "programs cut links after 2,000: make a short link instead.",
    "链接有 {n} 个字符。它在地址栏里可用，但许多聊天和邮件软件会截断超过 2000 个字符的链接：请改用短链接。",
  ],
  shortNote: [
    "A short link stores on this server: the code, the title, the story, and this moment. "
      + "Everybody who has the link can read them. You can delete them from this browser.",
    "短链接会在此服务器上存储：代码、标题、说明和此刻的状态。拥有链接的人都能看到。你可以在此浏览器中删除。",
  ],
  shortTitle: ["Title", "标题"],
  shortStory: ["Story (what to look at)", "说明（看什么）"],
  makeShort: ["Make a short link", "生成短链接"],
  makingShort: ["Storing it", "正在存储"],
  deleteShort: ["Delete from the server", "从服务器删除"],
  deletedShort: ["Deleted. The link no longer opens.", "已删除，链接不再有效。"],
  keptShort: [
    "Your part is deleted. Others have shared the same snippet, so the link still opens.",
    "你的部分已删除。其他人也分享了相同的内容，因此链接仍然有效。",
  ],
  embedNote: [
    "Paste this into a page. Readers can step through it, and a script on the page can control it.",
    "将此代码粘贴到网页中。读者可以逐步播放，网页脚本也可以控制它。",
  ],
  embedReadOnly: ["Read only", "只读"],
  embedHideCode: ["Hide the code", "隐藏代码"],
  embedAutoplay: ["Play by itself", "自动播放"],
  embedTheme: ["Theme", "主题"],
  embedLanguage: ["Language", "语言"],
  embedHeight: ["Height", "高度"],
  asHere: ["as here", "同当前"],
  light: ["light", "浅色"],
  dark: ["dark", "深色"],
  inEnglish: ["English", "英文"],
  inChinese: ["Chinese", "中文"],
  asReader: ["the reader's", "随读者设置"],
  exportPng: ["Image of this step (PNG)", "此步的图片（PNG）"],
  exportSvg: ["Image of this step (SVG)", "此步的图片（SVG）"],
  exportHtml: ["Page that works offline", "可离线播放的网页"],
  exportPy: ["Program for real torch", "用于真正 torch 的程序"],
  exportJson: ["Run document: the whole tape", "运行文档：全部记录"],
  exportPyvis: ["Graph as pyvis shows it", "pyvis 计算图"],
  exportDot: ["Graph for Graphviz", "Graphviz 计算图"],
  exportGraphml: ["Graph for networkx or Gephi", "networkx、Gephi 计算图"],
  exporting: ["Making the file, {n} s", "正在生成文件，{n} 秒"],
  exported: ["Saved as {name}.", "已保存为 {name}。"],
  nothingToExport: ["Run the code first: there is no picture yet.", "请先运行代码：还没有图。"],
  qrNote: ["Point a camera at it.", "用相机扫描。"],
  qrDense: [
    "A long link makes a dense code. A short link is easier to scan from the back row.",
    "链接太长，点阵很密。短链接更容易从后排扫描。",
  ],
  qrImpossible: [
    "The link is too long for a QR code. Make a short link first.",
    "链接太长，无法生成二维码。请先生成短链接。",
  ],
  gateTitle: ["This code came with a link.", "这段代码来自一个链接。"],
  gateNote: ["Read it first; it does not run until you allow it.", "请先阅读，由你决定何时运行。"],
  linkDamaged: [
    "This link is damaged: a part of it was lost or changed on the way. Ask for it again, or "
      + "copy it in one piece.",
    "链接已损坏：传递过程中丢失或改变了一部分。请重新索取，或完整复制。",
  ],
  linkNewer: [
    "This link was made by a newer Tapescope. Update this one to open it.",
    "此链接由更新版本的 Tapescope 生成。请更新后打开。",
  ],
  linkTooBig: [
    "This link unpacks to more data than a snippet may have, so it was not opened.",
    "此链接解开后过大，因此没有打开。",
  ],
  otherEngine: [
    "The link was made with another version of the engine ({why}), and this run differs from "
      + "that one.",
    "链接是用另一版本的引擎生成的（{why}），这次运行与当时不同。",
  ],
  otherRun: [
    "This run differs from the one in the link, although code and seed are the same: the "
      + "code depends on something outside it, such as the time.",
    "代码和随机种子相同，但这次运行与链接中的不同：代码依赖外部因素，例如时间。",
  ],
  classToken: ["Class token", "课堂口令"],
  classTokenSend: ["Continue", "继续"],
  classTokenNote: [
    "This window keeps it until you close it.", "此窗口会记住口令，直到关闭。",
  ],
  classTokenEmpty: ["Type the class token first.", "请先输入课堂口令。"],
  shareFailed: ["This failed: {why}", "操作失败：{why}"],
  serverLostForThis: [
    "The server does not answer. Links and pictures work without it.",
    "服务器没有响应。链接和图片不需要它。",
  ],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>;
