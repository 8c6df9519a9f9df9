// A pasted console session turned back into the program that was typed.
//
// The same rules as server/sandbox/console_paste.py, line for line; tests/golden/transcripts.json
// holds both. The server keeps every line in its place; a paste may also close the gaps (`tidied`).

const PYTHON = /^[ \t]*>>>[ \u00a0]?(.*)$/;
const PYTHON_MORE = /^[ \t]*\.\.\.(?:[ \u00a0](.*))?$/;
const IPYTHON = /^[ \t]*In ?\[[\d *\u00a0]*\]:[ \u00a0]?(.*)$/;
const IPYTHON_MORE = /^[ \t]*\.\.\.:[ \u00a0]?(.*)$/;
const RESULT = /^[ \t]*Out ?\[[\d *\u00a0]*\]:/;
const PRINTED = /^(?:tensor\(.*|<.*>|None|True|False)$/;
const LINES = /([^\r\n]*)(\r\n|\r|\n|$)/g;

/** How the lines below are read: `code` before the first prompt, then the style of the prompt. */
type Mode = "code" | "python" | "ipython" | "cell" | "output";

/** Whether `text` was copied from a console or a notebook rather than from a file. */
export function isTranscript(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/);
  const first = lines.find((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  return first !== undefined && (PYTHON.test(first) || IPYTHON.test(first));
}

function read(line: string, mode: Mode, afterBlank: boolean): readonly [string, Mode] {
  const python = PYTHON.exec(line);
  if (python) return [python[1] ?? "", "python"];
  const ipython = IPYTHON.exec(line);
  if (ipython) return [ipython[1] ?? "", ipython[1]?.trim() ? "ipython" : "cell"];
  const more = mode === "python" ? PYTHON_MORE.exec(line) : null;
  if (more) return [more[1] ?? "", "python"];
  const moreInput = mode === "ipython" || mode === "cell" ? IPYTHON_MORE.exec(line) : null;
  if (moreInput) return [moreInput[1] ?? "", "ipython"];
  if (mode === "code") return [line, mode];
  if (mode === "cell" && !RESULT.test(line) && !(afterBlank && PRINTED.test(line))) {
    return [line, mode];
  }
  return ["", "output"];
}

/** The program inside `text`: prompts and output gone, every line where the user sees it. */
export function codeOf(text: string): string {
  if (!isTranscript(text)) return text;
  let mode: Mode = "code";
  let afterBlank = false;
  let code = "";
  for (const [whole, line = "", end = ""] of text.matchAll(LINES)) {
    if (whole === "") continue;
    const [kept, next] = read(line, mode, afterBlank);
    code += kept + end;
    mode = next;
    afterBlank = line.trim() === "";
  }
  return code;
}

/** What a paste puts into the editor: a transcript's program without the gaps that output left. */
export function tidied(text: string): string {
  if (!isTranscript(text)) return text;
  const code = codeOf(text).replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  return code.replace(/\n(?:[ \t]*\n){2,}/g, "\n\n") + "\n";
}
