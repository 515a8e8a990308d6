// Converts nodes to text. Each node is laid out once, and a node that fits its line is written
// without examining its parts. The work therefore grows with the source, not with its depth.
import { entries, sequence, writeComment } from "./entries.ts";
import { insideList } from "./lists.ts";
import type { CollectionNode, Node } from "./node.ts";
import type { Placement, Steps } from "./placement.ts";
import { closings, Writer } from "./writer.ts";

/** Returns the lines of a program, each with a line feed at the end. */
export function laidOut(nodes: readonly Node[], width: number): string {
  if (nodes.length === 0) return "";
  const writer = new Writer(width);
  const open: Steps[] = [entries(writer, nodes, { indent: 0, trailing: 0 })];
  for (let steps = open.at(-1); steps !== undefined; steps = open.at(-1)) {
    const step = steps.next();
    if (step.done) open.pop();
    else {
      const broken = lay(writer, step.value);
      if (broken !== undefined) open.push(broken);
    }
  }
  return `${writer.text}\n`;
}

/**
 * Writes a node that fits the line or can't be broken, and returns the steps for any other node.
 */
function lay(writer: Writer, placement: Placement): Steps | undefined {
  const { node, trailing } = placement;
  if (node.kind === "atom") {
    writer.atom(node);
    return undefined;
  }
  if (writer.column + node.flat + trailing <= writer.width) {
    writer.flat(node);
    return undefined;
  }
  return node.kind === "prefixed"
    ? prefixed(writer, placement)
    : collection(writer, placement, node as CollectionNode);
}

function* prefixed(writer: Writer, { node, role, trailing }: Placement): Steps {
  const indent = writer.column;
  const { text, items } = node;
  writer.write(text);
  for (const [index, item] of items.entries()) {
    if (item.kind === "comment") {
      writeComment(writer, item, indent, false, false);
      continue;
    }
    if (index > 0 || node.isSpaced) writer.space();
    yield {
      node: item,
      role: text === "'" || text === "`" ? "data" : role,
      trailing: index === items.length - 1 ? trailing : 0,
    };
  }
}

function* collection(writer: Writer, placement: Placement, node: CollectionNode): Steps {
  const { role } = placement;
  const closing = closings.get(node.kind) ?? "";
  writer.write(node.text);
  const place = { inside: writer.column, trailing: placement.trailing + closing.length };
  const rules = { indent: place.inside, trailing: place.trailing };
  const { kind, items } = node;
  if (kind === "list" || kind === "function") yield* insideList(writer, placement, place);
  else if (kind === "map" || role === "bindings")
    yield* entries(writer, items, { ...rules, alone: 0, ...(role === "data" ? { role } : {}) });
  else if (role === "functions") yield* entries(writer, items, { ...rules, role: "function" });
  else yield* sequence(writer, items, { ...rules, ...(role === "data" ? { role } : {}) });
  writer.write(closing);
}
