// Finds functions of a program that are immediate: they never wait although the program has tools.
// They call only builtins and one another. Callers don't await them, so code can be generated for
// the callers.
//
//   (defn net [row] (* (:price row) (:count row)))      nothing in it waits
//   (defn gross [row] (* 1.2 (net row)))                neither does this call
//
// Such a function is defined once, at the top level, and called only in the text after that. So the
// name means this function where it is called, unless a function of another program, such as an
// earlier answer, redefines it. The call detects that. A program that starts with definitions in
// memory has no immediate functions, and evaluations of other programs rely on none.
//
// A function that calls itself is not immediate, because only calls that may wait can continue on a
// new stack. A function with a loop isn't either, because a loop yields to the host. The number of
// calls inside one is small.

import type { DefNode, Node } from "./core-tree.ts";

/**
 * The maximum number of calls inside an immediate function. That few calls neither need a new
 * stack nor yield to the host.
 */
const mostCalls = 64;

/** Markers for names that were defined once, or more often. */
const once = -1;
const again = -2;

export class ImmediateFunctions {
  /** The calls of immediate functions found so far, including the calls inside them. */
  calls = 0;
  /** True if an immediate function was redefined, which makes the findings wrong. */
  isWrong = false;
  /**
   * The maximum number of calls inside a call of each function; `once` or `again` for other names.
   */
  private known: Map<string, number> | undefined = undefined;
  private readonly mayRely: boolean;

  constructor(mayRely: boolean) {
    this.mayRely = mayRely;
  }

  /** Notes a definition of `name`, at any location. */
  define(name: string): void {
    const known = this.known?.get(name);
    if (known !== undefined && known >= 0) this.isWrong = true;
    (this.known ??= new Map()).set(name, known === undefined ? once : again);
  }

  /**
   * Notes a call of `name` whose arguments don't wait. Returns true if the call doesn't wait
   * either.
   */
  isCall(name: string): boolean {
    const calls = this.known?.get(name) ?? again;
    if (calls >= 0) this.calls += 1 + calls;
    return calls >= 0;
  }

  /**
   * Notes a top-level form, which may define an immediate function. `calls` is the count before
   * the form.
   */
  atTop(node: Node, calls: number): void {
    if (
      this.mayRely &&
      node.type === "def" &&
      this.known?.get(node.name) === once &&
      this.calls - calls < mostCalls &&
      isImmediate(node)
    )
      this.known.set(node.name, this.calls - calls);
  }
}

function isImmediate({ init, once: isOnce }: DefNode): boolean {
  return (
    !isOnce &&
    init?.type === "function" &&
    init.arities.every(({ body, recurs }) => !body.awaits && !recurs)
  );
}
