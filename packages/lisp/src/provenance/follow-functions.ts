// Follows functions. Their captured values are labeled ones.

import { functionCode } from "../compile/definitions.ts";
import { groupCode } from "../compile/local-functions.ts";
import type { Closure } from "../functions/closure.ts";
import type { FunctionCode } from "../functions/closure.ts";
import { FollowedClosure } from "./followed-call.ts";
import type { FollowedCompiler } from "./followed-compilation.ts";

export const followFunction: FollowedCompiler<"function"> = (node, compilation) => {
  const code = functionCode(node, compilation);
  const captures = node.captures.map((capture) => compilation.synchronous(capture.from));
  const { following } = compilation;
  return (frame, branch) => {
    branch.charge(48 + captures.length * 8);
    return new FollowedClosure(
      code,
      captures.map((capture) => capture(frame, branch)),
      following,
    );
  };
};

export const followLetfn: FollowedCompiler<"letfn"> = (node, compilation) => {
  const codes = groupCode(node, compilation);
  const captures = (node.functions[0]?.captures ?? []).map((capture) =>
    compilation.synchronous(capture.from),
  );
  const body = compilation.any(node.body);
  const { following } = compilation;
  return (frame, branch) => {
    branch.charge(codes.length * 48 + captures.length * 8);
    const captured = captures.map((capture) => capture(frame, branch));
    for (const [index, code] of codes.entries())
      frame[node.slots[index] ?? 0] = new FollowedClosure(code, captured, following);
    return body(frame, branch);
  };
};

export const followSibling: FollowedCompiler<"sibling"> =
  ({ index }, { following }) =>
  (frame, branch) => {
    branch.charge(48);
    const { code, captured } = frame[0] as Closure;
    // The analyzer creates this node only inside a function of a `letfn`, whose code has its group.
    return new FollowedClosure(code.group[index] as FunctionCode, captured, following);
  };
