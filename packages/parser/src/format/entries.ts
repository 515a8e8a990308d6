// Lays out items below each other, with one item or pair per line, or fills lines with words. The
// writer is already where the first item goes.
import { isDiscard, isWord, type Node } from "./node.ts";
import { placedBehind, type Role, type Steps } from "./placement.ts";
import type { Writer } from "./writer.ts";

export interface EntryRules {
  /** The start column of each line. */
  readonly indent: number;
  /** The columns of the closing brackets after the last item. */
  readonly trailing: number;
  /** The number of single forms before the pairs begin. Default: all. */
  readonly alone?: number;
  /** The role of the forms. Default: code. */
  readonly role?: Role;
  /** The role of the first forms of pairs. Default: `role`. */
  readonly firstRole?: Role;
  readonly connector?: string | undefined;
}

/** The indentation of the second form of a pair if it has its own line. */
const secondIndent = 2;

export function* entries(writer: Writer, items: readonly Node[], rules: EntryRules): Steps {
  const { indent, alone = Infinity, role = "code", firstRole = role, connector } = rules;
  let count = 0;
  /** The first form of a pair whose second form has not been reached. */
  let first: Node | undefined;
  for (const [index, node] of items.entries()) {
    const trailing = index === items.length - 1 ? rules.trailing : 0;
    if (node.kind === "comment") {
      const at = first === undefined ? indent : indent + secondIndent;
      writeComment(writer, node, at, index === 0, first === undefined);
    } else if (first === undefined) {
      if (index > 0) writer.line(indent, node.hasBlankBefore);
      const isDropped = isDiscard(node);
      if (!isDropped) count += 1;
      if (!isDropped && count > alone) first = node;
      yield { node, trailing, role: first === undefined ? role : firstRole };
    } else {
      const seconds = first.text === ":let" ? "bindings" : role;
      yield* placedBehind(writer, { node, trailing, role: seconds }, indent + secondIndent);
      if (!isDiscard(node) && (connector === undefined || node.text !== connector))
        first = undefined;
    }
  }
}

/** Puts as many words on each line as fit. */
function* filled(
  writer: Writer,
  items: readonly Node[],
  { indent, trailing: afterLast, role = "code" }: EntryRules,
): Steps {
  for (const [index, node] of items.entries()) {
    const trailing = index === items.length - 1 ? afterLast : 0;
    if (node.kind === "comment") {
      writeComment(writer, node, indent, index === 0, false);
      continue;
    }
    const isFull = writer.column + 1 + node.flat + trailing > writer.width;
    if (index > 0 && (isFull || writer.isAfterComment)) writer.line(indent);
    else if (index > 0) writer.space();
    yield { node, trailing, role };
  }
}

/** Fills lines with words, and puts other items below each other. */
export function sequence(writer: Writer, items: readonly Node[], rules: EntryRules): Steps {
  const isFilled = items.every((node) => node.kind === "comment" || isWord(node));
  return (isFilled ? filled : entries)(writer, items, rules);
}

/** Writes a comment at the end of its line, or on its own line. */
export function writeComment(
  writer: Writer,
  { isOnLine, hasBlankBefore, text }: Node,
  indent: number,
  isFirst: boolean,
  keepsBlank: boolean,
): void {
  if (!isFirst && isOnLine) writer.space();
  else if (!isFirst) writer.line(indent, keepsBlank && hasBlankBefore);
  writer.comment(text, indent);
}
