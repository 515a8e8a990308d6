// Compiles functions of memory and of libraries once more, as followed code.

import type { Compilation } from "../compile/compilation.ts";
import { functionCode, type NodeCode } from "../compile/definitions.ts";
import type { FunctionCode } from "../functions/closure.ts";

/**
 * Returns the code of the same function in another compilation of its program, and `undefined` for
 * a function that isn't loaded yet.
 */
export function recompiled(
  code: FunctionCode,
  compile: (compilation: Compilation) => Compilation,
): FunctionCode | undefined {
  if (!isNodeCode(code)) return undefined;
  const { node, whole } = code;
  const compilation = compile(code.compilation);
  if (whole === undefined) return functionCode(node, compilation);
  const { source, group } = whole;
  const members: FunctionCode[] = [];
  for (const member of group)
    if (isNodeCode(member))
      members.push(functionCode(member.node, compilation, { source, group: members }));
  return members[group.indexOf(code)];
}

/** The class of the code is a part of the evaluator that no other file imports. */
function isNodeCode(code: FunctionCode): code is NodeCode {
  return "node" in code && "compilation" in code;
}
