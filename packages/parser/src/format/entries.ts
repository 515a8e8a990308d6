// Items below each other, one or a pair on a line; and words as many as fit on each line. The
// writer stands where the first one goes.
import { isDiscard, isWord, type Node } from "./node.ts";
import { placedBehind, type Role, type Steps } from "./placement.ts";
import type { Writer } from "./writer.ts";

export interface EntryRules {
  /** The column at which lines begin. */
  readonly indent: number;
  /** The columns of what stands behind the last item. */
  readonly trailing: number;
  /** How many forms stand alone before the pairs begin; default: all. */
  readonly alone?: number;
  /** Of the forms; default: code. */
  readonly role?: Role;
  /** Of the first forms of pairs; default: `role`. */
  readonly firstRole?: Role;
  readonly connector?: string | undefined;
}

/** How far the second form of a pair is indented where it has a line of its own. */
const secondIndent = 2;

export function* entries(writer: Writer, items: readonly Node[], rules: EntryRules): Steps {
  const { indent, alone = Infinity, role = "code", firstRole = role, connector } = rules;
  let count = 0;
  /** The first form of a pair whose second is still to come. */
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

/** As many words on each line as fit. */
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

/** Words fill the lines, other things stand below each other. */
export function sequence(writer: Writer, items: readonly Node[], rules: EntryRules): Steps {
  const isFilled = items.every((node) => node.kind === "comment" || isWord(node));
  return (isFilled ? filled : entries)(writer, items, rules);
}

/** A comment stays on the line that it ends, or has one of its own. */
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
