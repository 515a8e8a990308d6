// What the layout of a collection asks for: that a node is laid out where the writer stands.
// Layouts are generators that yield these, and layout.ts runs them on a stack of its own, so that
// nesting is not bounded by the call stack.
import type { Node } from "./node.ts";
import type { Writer } from "./writer.ts";

/** What a node is in its surroundings, where that decides its layout. */
export type Role =
  | "code"
  /** Quoted: a list is no call. */
  | "data"
  /** A vector of names and values. */
  | "bindings"
  /** A vector of functions, and each of them: `(name [parameter] body)`. */
  | "functions"
  | "function";

export interface Placement {
  readonly node: Node;
  readonly role: Role;
  /** The columns of what stands behind it on its last line: closing brackets. */
  readonly trailing: number;
}

export type Steps = Generator<Placement, void>;

/**
 * Lays a node out behind what stands on the line, or on a line of its own at `indent` where that
 * leaves it the room that it needs.
 */
export function* placedBehind(writer: Writer, placement: Placement, indent: number): Steps {
  const { node, trailing } = placement;
  const { width } = writer;
  if (writer.isAfterComment) writer.line(indent);
  else {
    const column = writer.column + 1;
    const below = writer.begin(indent);
    const staysFlat = column + node.flat + trailing <= width;
    const breaksHere = column <= width / 2 && column + node.least + trailing <= width;
    const needs = node.kind === "atom" ? node.flat : node.least;
    const isBetterBelow = below < column && below + needs + trailing <= width;
    if (staysFlat || breaksHere || !isBetterBelow) writer.space();
    else writer.line(indent);
  }
  yield placement;
}
