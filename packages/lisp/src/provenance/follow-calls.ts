// Follows calls of functions, builtins, keywords and tools.

import { Keyword, MapValue, typeName, type Value } from "@ptc/core/values";
import { effectAddressText } from "@ptc/core/internal/contracts";
import { evaluateAll } from "../compile/evaluate-all.ts";
import { withCallSite } from "../compile/call-site.ts";
import { named } from "../builtins/function-caller.ts";
import type { Thunk } from "../functions/closure.ts";
import type { BuiltinCallNode } from "../analysis/core-tree.ts";
import { planOf } from "./call-plan.ts";
import { callTool } from "../effects/call-tool.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { after, type Result } from "../evaluation/result.ts";
import { fieldOf } from "../functions/callable.ts";
import { whollyRealized } from "../sequence/realize.ts";
import { fieldLabel, fieldReader } from "./field-rules.ts";
import { also, followedBuiltin, followedCall, isSimple } from "./followed-call.ts";
import type { FollowedCompilation, FollowedCompiler } from "./followed-compilation.ts";
import type { ArgumentLabel, Following } from "./following.ts";
import { Label, stepped, type Trail, trailFrom, unlabeled } from "./label.ts";
import { labeled, labelOf, plain } from "./labeled.ts";
import { mayChangeState } from "./may-change-state.ts";

export const followCall: FollowedCompiler<"call"> = (node, compilation) => {
  const parts = [node.callee, ...node.args].map((part) => compilation.any(part));
  const { following } = compilation;
  return (frame, branch) =>
    evaluateAll(parts, frame, branch, ([callee = null, ...args]) => {
      branch.site = node.site;
      return followedCall(following, branch, callee, args);
    });
};

export const followBuiltinCall: FollowedCompiler<"builtin-call"> = (node, compilation) => {
  const args = node.args.map((arg) => compilation.any(arg));
  const { following } = compilation;
  // The number of calls of a function depends on the arguments.
  const changesState = following.isStrict && mayChangeState(node);
  const simple = simpleCall(node, args, compilation);
  if (simple !== undefined) return simple;
  return withCallSite(node.builtin, node.site, (frame, branch) =>
    evaluateAll(args, frame, branch, (values) => {
      if (changesState) for (const value of values) following.unmade |= following.deepOf(value);
      branch.site = node.site;
      if (--branch.ticks < 0) branch.refill();
      return followedBuiltin(following, branch, node.builtin, values);
    }),
  );
};

/**
 * Returns faster code for a builtin of two arguments whose result has all of their origins, such as
 * `+`; undefined for any other call.
 */
function simpleCall(
  { builtin, args: nodes, site }: BuiltinCallNode,
  [first, second]: readonly Thunk[],
  { following }: FollowedCompilation,
): Thunk | undefined {
  const plan = planOf(builtin);
  const direct = named(builtin);
  if (first === undefined || second === undefined || nodes.length !== 2) return undefined;
  if (!plan.isOfAll || following.isStrict) return undefined;
  const call = (branch: Branch, left: Value, right: Value): Result => {
    branch.site = site;
    if (--branch.ticks < 0) branch.refill();
    const [one, other] = [plain(left), plain(right)];
    if (!isSimple(one) || !isSimple(other) || following.hasEscaped !== 0)
      return followedBuiltin(following, branch, builtin, [left, right]);
    const made = direct.call2(branch, one, other);
    const label = simpleLabel(labelOf(left), labelOf(right), builtin.name);
    if (label.deep === 0) return made;
    return after(made, (value) => labeled(value, label));
  };
  return (frame, branch) => {
    const left = first(frame, branch);
    if (left instanceof Promise)
      return left.then((settled) =>
        after(second(frame, branch), (right) => call(branch, settled, right)),
      );
    const right = second(frame, branch);
    return right instanceof Promise
      ? right.then((settled) => call(branch, left, settled))
      : call(branch, left, right);
  };
}

/** Returns the label of what a builtin makes of two values. Mostly it is that of one of them. */
function simpleLabel(left: Label, right: Label, step: string): Label {
  const origins = left.deep | right.deep;
  if (origins === 0) return unlabeled;
  const trail = stepped(left.trail ?? right.trail, step);
  for (const label of [left, right])
    if (label.own === origins && label.trail === trail) return label;
  return new Label(origins, origins, trail);
}

export const followField: FollowedCompiler<"field"> = (node, compilation) => {
  const target = compilation.any(node.target);
  const otherwise = node.otherwise === undefined ? undefined : compilation.any(node.otherwise);
  const { following } = compilation;
  const labelOfField = fieldReader(following, node.key);
  return (frame, branch) =>
    after(target(frame, branch), (container) =>
      after(otherwise === undefined ? null : otherwise(frame, branch), (fallback) => {
        const found = fieldOf(plain(container), node.key, plain(fallback), branch);
        const label = labelOfField(container);
        const value = labeled(found, label);
        return also(following, value, labelOf(fallback).deep, labelOf(fallback).trail);
      }),
    );
};

/** Follows a call of a tool. The tools of a followed run give the answers of the run it repeats. */
export const followTool: FollowedCompiler<"tool"> = (node, compilation) => {
  const args = compilation.any(node.args);
  const { following } = compilation;
  const operation = `tool/${node.name}`;
  return (frame, branch) =>
    after(args(frame, branch), (given) => {
      branch.site = node.site;
      if (--branch.ticks < 0) branch.refill();
      const map = plain(given);
      if (!(map instanceof MapValue))
        throw new EvaluationError(
          "type_error",
          `${operation}: expected an argument map, got ${typeName(map)}`,
          { op: operation },
        );
      return after(whollyRealized(branch, map, operation), () =>
        calledTool(following, branch, node.name, given),
      );
    });
};

function calledTool(following: Following, branch: Branch, name: string, given: Value): Result {
  const map = plain(given) as MapValue<Value>;
  const decided = following.decidedIn(branch);
  const address = addressAhead(branch);
  const labels = new Map<string, ArgumentLabel>();
  map.forEach((key, value) => {
    const label = fieldLabel(following, given, key);
    const origins = label.deep | following.inside.deep(value) | decided;
    const field = typeof key === "string" ? key : key instanceof Keyword ? key.text : undefined;
    if (field === undefined) return;
    const trail = beforeField(label.trail, field) ?? following.inside.trail(value);
    labels.set(field, { origins, trail });
  });
  following.announce({ name, address, arguments: labels });
  let passed = following.deepOf(given) | decided;
  if (following.endorses(name)) passed = 0;
  const own = following.origins.bitOf("tool", name) | passed;
  const trail = trailFrom(`${name}#${address}`);
  // An error of the call may contain them too.
  following.seen |= own;
  return after(callTool(branch, name, map), (answer) =>
    following.withOrigins(answer, own, own, trail),
  );
}

/** Returns the address that the next effect of the branch will get. */
function addressAhead(branch: Branch): string {
  const { runId: run, turn } = branch.evaluation;
  const { path, nextOrdinal: ordinal } = branch.scope;
  return effectAddressText({ run, turn, path, ordinal });
}

/** The argument itself isn't a step of its value. */
function beforeField(trail: Trail | undefined, field: string): Trail | undefined {
  return trail?.step === `:${field}` ? trail.before : trail;
}
