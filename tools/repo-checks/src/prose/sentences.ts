// Splits text into sentences and counts words. Code in backticks counts as one word.

/** Ends of words that look like ends of sentences. */
const abbreviation = /\b(?:e\.g|i\.e|etc|vs|cf|approx|no|nos|fig|resp)\.$/i;

export function sentencesOf(paragraph: string): readonly string[] {
  const text = paragraph.replace(/\s+/g, " ").trim();
  if (text === "") return [];
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/[.!?][)"'”*_]*(?= )/g)) {
    const next = text[index + end.length + 1] ?? "";
    if (abbreviation.test(text.slice(start, index + 1))) continue;
    // A sentence starts with a capital letter, a digit, a quotation mark, code or a bracket.
    if (!/[\p{Lu}\p{N}"“'`([*_]/u.test(next)) continue;
    sentences.push(text.slice(start, index + end.length));
    start = index + end.length + 1;
  }
  sentences.push(text.slice(start));
  return sentences;
}

/** Counts words. A list of names in backticks counts as one. */
export function wordCount(sentence: string): number {
  const text = sentence.replace(/\bcode\b(?:(?:,|;| ·| and| or)? code\b)+/g, "code");
  return text.split(" ").filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
