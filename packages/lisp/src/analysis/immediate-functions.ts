// Functions of a program that answer at once although the program has tools: nothing in them waits,
// and they call nothing but builtins and one another. A call of one need not be waited for, so code
// may be generated for whoever calls it.
//
//   (defn net [row] (* (:price row) (:count row)))      nothing in it waits
//   (defn gross [row] (* 1.2 (net row)))                neither does this call
//
// Such a function is defined once, at the top level, and called only in the text behind that: then
// nothing else can stand under its name where it is called, unless a function of another program,
// such as an earlier answer, defines it anew, which the call finds out. A program that begins with
// definitions in memory has none, and in evaluations of other programs none is relied on.
//
// No function that calls itself is one, because only a call that may wait can go on on a new stack,
// nor one with a loop, which lets the host go on; and the calls that one makes are few.

import type { DefNode, Node } from "./core-tree.ts";

/** So many calls do not go to a new stack, and do not let the host go on. */
const mostCalls = 64;

/** What stands for a name that was defined, once or more often. */
const once = -1;
const again = -2;

export class ImmediateFunctions {
  /** The calls met so far of such functions, with the calls that those make. */
  calls = 0;
  /** Whether one was defined again: then what was found is wrong. */
  isWrong = false;
  /** How many calls a call of each makes at most; for other names `once` or `again`. */
  private known: Map<string, number> | undefined = undefined;
  private readonly mayRely: boolean;

  constructor(mayRely: boolean) {
    this.mayRely = mayRely;
  }

  /** A definition of `name` was met, wherever it stands. */
  define(name: string): void {
    const known = this.known?.get(name);
    if (known !== undefined && known >= 0) this.isWrong = true;
    (this.known ??= new Map()).set(name, known === undefined ? once : again);
  }

  /** A call of `name` was met, whose arguments do not wait. Answers whether it does not either. */
  isCall(name: string): boolean {
    const calls = this.known?.get(name) ?? again;
    if (calls >= 0) this.calls += 1 + calls;
    return calls >= 0;
  }

  /** A form at the top level was analyzed, which may define one; before it there were `calls`. */
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
