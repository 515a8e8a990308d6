// Finds the parts of an answer in which a model thinks, marked by tags: `<think>…</think>`. Code in
// them is not the program that the model answers with.

const tag = /<(\/?)(?:think|thinking|thought|reasoning)>/gi;

/** A stretch of the answer, in UTF-16 units. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The text with its stretches replaced by blanks, so that everything else keeps its position. */
export function withBlanks(text: string, stretches: readonly Stretch[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of stretches) {
    pieces.push(text.slice(from, start), " ".repeat(end - start));
    from = end;
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(from)].join("");
}

/** The answer without what stands between thinking tags, and without white space around it. */
export function withoutThinking(answer: string): string {
  let text = "";
  let from = 0;
  for (const { start, end } of thinkingIn(answer)) {
    text += answer.slice(from, start);
    from = end;
  }
  const rest = text + answer.slice(from);
  // An answer that was cut off while the model thought has no end of it, and nothing else.
  return /^\s*<(?:think|thinking|thought|reasoning)>/i.test(rest) ? "" : rest.trim();
}

/**
 * The stretches between thinking tags. An opening tag counts only at the start of a line, so that
 * one that is mentioned in a sentence or a string does not. Some chat templates leave out the
 * opening tag: a closing tag without one ends thinking that began with the answer, if only a
 * program follows it on its line, or nothing.
 */
export function thinkingIn(answer: string): Stretch[] {
  const stretches: Stretch[] = [];
  let opened: number | undefined;
  for (const { 0: text, 1: slash, index } of answer.matchAll(tag)) {
    const end = index + text.length;
    if (slash === "") {
      if (opened === undefined && (startsLine(answer, index) || stretches.at(-1)?.end === index))
        opened = index;
    } else if (opened !== undefined || (stretches.length === 0 && endsLine(answer, end))) {
      stretches.push({ start: opened ?? 0, end });
      opened = undefined;
    }
  }
  return stretches;
}

function startsLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && " \t\uFEFF\u200B".includes(text[before] ?? "\n")) before--;
  return before < 0 || text[before] === "\n";
}

function endsLine(text: string, at: number): boolean {
  let after = at;
  while (text[after] === " " || text[after] === "\t" || text[after] === "\r") after++;
  return (
    after >= text.length ||
    text[after] === "\n" ||
    text[after] === "(" ||
    text.startsWith("```", after)
  );
}
