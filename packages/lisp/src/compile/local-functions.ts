// Compiles `letfn`. Its functions share one list of captured values. If one of them names another,
// a closure of the other function is created from the list.

import type { LetFunctionsNode } from "../analysis/core-tree.ts";
import { Closure, type FunctionCode, type Thunk } from "../functions/closure.ts";
import { functionCode } from "./definitions.ts";
import type { Compilation, NodeCompiler } from "./compilation.ts";

/** Returns the code of every function of a `letfn`. Each code refers to the others. */
export function groupCode(
  node: LetFunctionsNode,
  compilation: Compilation,
): readonly FunctionCode[] {
  const group: FunctionCode[] = [];
  const [first, last] = [node.functions[0], node.functions.at(-1)];
  const source =
    first === undefined || last === undefined
      ? ""
      : `(letfn [${compilation.textOf(first.site.span.start, last.site.span.end)}])`;
  for (const member of node.functions)
    group.push(functionCode(member, compilation, { source, group }));
  return group;
}

const compileLetfn = (node: LetFunctionsNode, compilation: Compilation, body: Thunk): Thunk => {
  const codes = groupCode(node, compilation);
  const captures = (node.functions[0]?.captures ?? []).map((capture) =>
    compilation.synchronous(capture.from),
  );
  return (frame, branch) => {
    branch.charge(codes.length * 48 + captures.length * 8);
    const captured = captures.map((capture) => capture(frame, branch));
    for (const [index, code] of codes.entries())
      frame[node.slots[index] ?? 0] = new Closure(code, captured);
    return body(frame, branch);
  };
};

export const synchronousLetfn: NodeCompiler<"letfn"> = (node, compilation) =>
  compileLetfn(node, compilation, compilation.synchronous(node.body));

export const awaitingLetfn: NodeCompiler<"letfn"> = (node, compilation) =>
  compileLetfn(node, compilation, compilation.any(node.body));

export const compileSibling: NodeCompiler<"sibling"> =
  ({ index }) =>
  (frame, branch) => {
    branch.charge(48);
    // The analyzer creates this node only inside a function of a `letfn`.
    return siblingOf(frame[0] as Closure, index);
  };

/** Returns a function of the `letfn` that `closure` belongs to. */
export function siblingOf({ code, captured }: Closure, index: number): Closure {
  // The code of such a function has its group.
  return new Closure(code.group[index] as FunctionCode, captured);
}
