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

import type { Node } from "./core-tree.ts";

/** So many calls do not go to a new stack, and do not let the host go on. */
const mostCalls = 64;

export class ImmediateFunctions {
  /** The calls met so far of such functions, with the calls that those make. */
  calls = 0;
  /** Whether one was defined again: then what was found is wrong. */
  isWrong = false;
  private readonly mayRely: boolean;
  /** How many calls a call of each makes at most. */
  private readonly callsOf = new Map<string, number>();
  private readonly definitions = new Map<string, number>();

  constructor(mayRely: boolean) {
    this.mayRely = mayRely;
  }

  /** A definition of `name` was met, wherever it stands. */
  define(name: string): void {
    if (this.callsOf.has(name)) this.isWrong = true;
    this.definitions.set(name, (this.definitions.get(name) ?? 0) + 1);
  }

  /** A call of `name` was met, whose arguments do not wait. Answers whether it does not either. */
  isCall(name: string): boolean {
    const calls = this.callsOf.get(name);
    if (calls === undefined) return false;
    this.calls += 1 + calls;
    return true;
  }

  /** Analyses a form at the top level, which may define such a function. */
  atTop(analyse: () => Node): Node {
    const { calls } = this;
    const node = analyse();
    if (this.mayRely && node.type === "def" && !node.once && isImmediate(node.init)) {
      const made = this.calls - calls;
      if (made < mostCalls && this.definitions.get(node.name) === 1)
        this.callsOf.set(node.name, made);
    }
    return node;
  }
}

function isImmediate(node: Node | undefined): boolean {
  return (
    node?.type === "function" && node.arities.every(({ body, recurs }) => !body.awaits && !recurs)
  );
}
