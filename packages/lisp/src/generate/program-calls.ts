// Writes calls of the program's functions in generated code. A recursive function calls itself
// directly: the host sees the recursion, and no frame is created.

import type { CallNode } from "../analysis/core-tree.ts";
import type { Emission, Target } from "./emission.ts";

export function writeCall(emission: Emission, node: CallNode, target: Target): void {
  const { callee, args, site } = node;
  const { answeredAtOnce, call0, call1, call2, call3, callMany } = emission.runtime.kit;
  // The callee is read before the arguments are computed.
  const read = callee.type === "global" ? emission.global(callee) : undefined;
  const called = read === undefined ? emission.operand(callee) : emission.writer.temporary();
  if (read !== undefined) emission.line(`${called}=${read};`);
  const operands = args.map((arg) => emission.operand(arg));
  emission.line(`B.site=${emission.parameter(site)};`);
  const call = [call0, call1, call2, call3][args.length];
  const made =
    call === undefined
      ? `${emission.parameter(callMany)}(B,${called},[${operands.join(",")}])`
      : `${emission.parameter(call)}(${["B", called, ...operands].join(",")})`;
  const general = emission.compilation.mayAwait
    ? `${emission.parameter(answeredAtOnce)}(${made},${emission.parameter(node)},B)`
    : made;
  const { entry } = emission;
  const mayBeItself = callee.type === "global" || callee.type === "self";
  if (entry?.fixed !== args.length || !mayBeItself) {
    emission.put(general, target);
    return;
  }
  const answer = emission.writer.temporary();
  emission.line(`if(${called}===s0){B.enter();`);
  emission.countStep();
  emission.line(
    `${answer}=${entry.name}(${["s0", "B", ...operands].join(",")});B.depth--;}else ${answer}=${general};`,
  );
  emission.put(answer, target);
}
