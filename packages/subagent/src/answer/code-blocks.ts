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
    index = closing === index || isClosedBy(fences[closing], opening) ? closing + 1 : closing;
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
    // A string may mention a fence within its text.
    if (fence.opens || fence.closes) hidden ??= index;
  }
  if (hidden !== undefined) strings.areTrusted = false;
  return hidden ?? fences.length;
}

function ends(fence: Fence, opening: Fence): boolean {
  if (isClosedBy(fence, opening) || (fence.opens && isProgramTag(fence.tag))) return true;
  // Programs contain no fences, so the block of another language follows.
  return fence.opens && isProgramTag(opening.tag) && isLikeOpening(fence, opening);
}

/**
 * True if the fence closes the block. Text on the fence's line doesn't matter; but a fence between
 * code and text closes only a program, because other blocks may mention fences.
 */
function isClosedBy(fence: Fence | undefined, opening: Fence | undefined): boolean {
  if (fence === undefined || opening === undefined || !isLikeOpening(fence, opening)) return false;
  return (
    fence.closes || (fence.textAfter !== undefined && (fence.opens || isProgramTag(opening.tag)))
  );
}

/** True if the fence has the marks of the opening one, or more of them. */
function isLikeOpening(fence: Fence, opening: Fence): boolean {
  return fence.mark === opening.mark && fence.length >= opening.length;
}

/** True for a block on one line, such as ```` ```clojure (+ 1 2)``` ````. */
function endsOnItsLine(fence: Fence): boolean {
  return lineCloseIn(fence) !== undefined;
}

/** Returns where the marks that close a block are in its head, ignoring those in strings. */
function lineCloseIn({ head, mark }: Fence): number | undefined {
  const marks = mark.repeat(3);
  if (!head.includes(marks)) return undefined;
  for (let at = 0; at < head.length;) {
    if (head.startsWith(marks, at)) return at;
    at = Math.max(partEnd(head, at), at + 1);
  }
  return head.endsWith(marks) ? head.indexOf(marks) : undefined;
}

function blockOf(answer: string, opening: Fence, closing: Fence | undefined): CodeBlock {
  const { tag, head, start } = opening;
  const lineClose = lineCloseIn(opening);
  if (lineClose !== undefined) {
    const code = head.slice(0, lineClose);
    const at = answer.indexOf(code + opening.mark.repeat(3), start);
    const end = at === -1 ? opening.end : Math.min(opening.end, at + lineClose + 3);
    return { tag, text: code.trim(), start, end };
  }
  const body = answer.slice(opening.end, closing?.start ?? answer.length).replaceAll("\r\n", "\n");
  const text =
    `${head === "" ? "" : `${head}\n`}${withoutIndentation(body, opening.indentation)}`.trim();
  return {
    tag,
    text,
    start,
    end: endOf(answer, opening, closing),
  };
}

/** Returns where the answer continues after the block. */
function endOf(answer: string, opening: Fence, closing: Fence | undefined): number {
  if (closing === undefined) return answer.length;
  if (closing.closes) return closing.end;
  return isClosedBy(closing, opening) ? (closing.textAfter ?? closing.end) : closing.start;
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
