// Parts of an answer in which a model talks to itself, marked with tags: `<think>…</think>`. Code
// in them is no answer.

const tag = /<(\/?)(?:think|thinking|thought|reasoning)>/gi;

/** A stretch of the answer, in UTF-16 units. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * The answer with blanks where it is thinking: as long as it was, with what remains in its place.
 */
export function withoutThinking(answer: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of thinkingIn(answer)) {
    pieces.push(answer.slice(from, start), " ".repeat(end - start));
    from = end;
  }
  return pieces.length === 0 ? answer : [...pieces, answer.slice(from)].join("");
}

/**
 * What stands between tags. A tag that opens starts its line, so that one in a sentence or a string
 * is no tag. Templates leave out the first tag, so one that closes without it ends the thinking
 * since the start when nothing follows on its line.
 */
function thinkingIn(answer: string): Stretch[] {
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
