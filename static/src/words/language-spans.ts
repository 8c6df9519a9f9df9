// Language spans: stretches of English in a Chinese sentence, torch's own words above all. Pure.

/** A part of a sentence, and whether it is English within Chinese. */
export interface Tongue {
  readonly text: string;
  readonly isEnglish: boolean;
}

/** Words of Latin letters and what stands between them; punctuation of Chinese ends a stretch. */
const STRETCH = /[A-Za-z][\x21-\x7e]*(?: +[\x21-\x7e]+)+/g;
/** So many words of two letters or more are a sentence; fewer are names and formulas. */
const LEAST_WORDS = 4;

function isSentence(stretch: string): boolean {
  return (stretch.match(/(?<![\w.])[A-Za-z]{2,}(?![\w(])/g) ?? []).length >= LEAST_WORDS;
}

/** The parts of a text, in their order; a text of one tongue is one part. */
export function tonguesOf(text: string): readonly Tongue[] {
  const parts: Tongue[] = [];
  let from = 0;
  for (const { 0: stretch, index } of text.matchAll(STRETCH)) {
    if (!isSentence(stretch)) continue;
    if (index > from) parts.push({ text: text.slice(from, index), isEnglish: false });
    parts.push({ text: stretch, isEnglish: true });
    from = index + stretch.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isEnglish: false });
  return parts;
}
