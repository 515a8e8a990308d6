// Finds the fenced code blocks of an answer. The rules are those of Markdown with three changes for
// programs:
//
// - A fence inside a string of the program is text.
// - A fence that names a Lisp always opens a block.
// - The end of the answer closes an open block.

import { fencesIn, isProgramTag, type Fence } from "./code-fence.ts";
import { partEnd } from "./lisp-text.ts";

export interface CodeBlock {
  /** The language that the fence names, in lower case. Empty if it names none. */
  readonly tag: string;
  /** The text of the block, without the fences and their indentation. */
  readonly text: string;
  /**
   * Where the opening fence begins, and where the answer continues after the block, in UTF-16
   * units.
   */
  readonly start: number;
  readonly end: number;
}

/** Returns the blocks of an answer, in order. */
export function codeBlocks(answer: string): CodeBlock[] {
  const fences = fencesIn(answer);
  const blocks: CodeBlock[] = [];
  const strings = { areTrusted: true };
  for (let index = 0; index < fences.length;) {
    const opening = fences[index];
    const closing =
      opening?.opens === true && !endsOnItsLine(opening)
        ? closingIndex(answer, fences, index, strings)
        : index;
    if (opening?.opens === true)
      blocks.push(blockOf(answer, opening, closing === index ? undefined : fences[closing]));
    index = closing === index || fences[closing]?.closes === true ? closing + 1 : closing;
  }
  return blocks;
}

/**
 * Returns the index of the fence that ends the block: one that closes it, or one that opens the
 * next program. A quotation mark that is never closed would hide every later fence. In that case
 * the first fence counts and strings are ignored from there on, so the text is scanned at most
 * twice.
 */
function closingIndex(
  answer: string,
  fences: readonly Fence[],
  openingIndex: number,
  strings: { areTrusted: boolean },
): number {
  const opening = fences[openingIndex];
  if (opening === undefined) return openingIndex;
  let position = opening.end;
  let hidden: number | undefined;
  for (let index = openingIndex + 1; index < fences.length; index++) {
    const fence = fences[index];
    if (fence === undefined || !ends(fence, opening)) continue;
    if (!strings.areTrusted || !isProgramTag(opening.tag)) return index;
    while (position < fence.start) position = Math.max(partEnd(answer, position), position + 1);
    if (position === fence.start) return index;
    hidden ??= index;
  }
  if (hidden !== undefined) strings.areTrusted = false;
  return hidden ?? fences.length;
}

function ends(fence: Fence, opening: Fence): boolean {
  return fence.closes
    ? fence.mark === opening.mark && fence.length >= opening.length
    : fence.opens && isProgramTag(fence.tag);
}

/** True for a block on one line, such as ```` ```clojure (+ 1 2)``` ````. */
function endsOnItsLine({ head, mark }: Fence): boolean {
  return head.endsWith(mark.repeat(3));
}

function blockOf(answer: string, opening: Fence, closing: Fence | undefined): CodeBlock {
  const { tag, head, start, mark } = opening;
  if (endsOnItsLine(opening))
    return {
      tag,
      text: head.slice(0, head.indexOf(mark.repeat(3))).trim(),
      start,
      end: opening.end,
    };
  const body = answer.slice(opening.end, closing?.start ?? answer.length).replaceAll("\r\n", "\n");
  const text =
    `${head === "" ? "" : `${head}\n`}${withoutIndentation(body, opening.indentation)}`.trim();
  return {
    tag,
    text,
    start,
    end: closing === undefined ? answer.length : closing.closes ? closing.end : closing.start,
  };
}

/**
 * Removes the indentation of a block in a list, where every line is indented, even inside strings.
 */
function withoutIndentation(text: string, spaces: number): string {
  if (spaces === 0) return text;
  return text
    .split("\n")
    .map((line) => line.slice(Math.min(spaces, line.length - line.trimStart().length)))
    .join("\n");
}
