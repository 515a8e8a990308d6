// The requests of a layout: each asks to lay out a node at the writer's position. Layouts are
// generators of these requests, which layout.ts runs on an explicit stack, so the call stack
// doesn't bound nesting.
import type { Node } from "./node.ts";
import type { Writer } from "./writer.ts";

/** The role of a node in its surroundings, if that decides its layout. */
export type Role =
  | "code"
  /** Quoted: a list is not a call. */
  | "data"
  /** A vector of names and values. */
  | "bindings"
  /** A vector of functions, and each of them: `(name [parameter] body)`. */
  | "functions"
  | "function";

export interface Placement {
  readonly node: Node;
  readonly role: Role;
  /** The columns of the closing brackets after it on its last line. */
  readonly trailing: number;
}

export type Steps = Generator<Placement, void>;

/**
 * Lays a node out on the current line, or on its own line at `indent` if only that has enough
 * room.
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
