// Compiles calls: of functions by arity, of known builtins, of keywords and of tools.

import { MapValue, typeName, type Value } from "@ptc/core/values";
import { call0, call1, call2, call3, callMany, fieldOf } from "../functions/callable.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { after, type Result } from "../evaluation/result.ts";
import { callTool } from "../effects/call-tool.ts";
import { whollyRealized } from "../sequence/realize.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { Closure, type Thunk } from "../functions/closure.ts";
import type { Site } from "../evaluation/site.ts";
import type { Builtin } from "../builtins/builtin.ts";
import { named } from "../builtins/function-caller.ts";
import { evaluateAll } from "./evaluate-all.ts";
import { binaryOperation, inlineOperation } from "./inline-operations.ts";
import type { CallNode } from "../analysis/core-tree.ts";
import type { NodeCompiler, SynchronousThunk } from "./compilation.ts";
import { GlobalReader } from "./global-reader.ts";
import { operand, valueOf, type Operand } from "./operand.ts";
import { withCallSite } from "./call-site.ts";

/** Compiles an immediate call. In evaluations that never wait, every call is immediate. */
export const synchronousCall: NodeCompiler<"call"> = (node, compilation) => {
  const call = callOfPlain(node, compilation);
  return compilation.mayAwait
    ? (frame, branch) => answeredAtOnce(call(frame, branch), node, branch)
    : call;
};

/**
 * Returns the result of an immediate call.
 * @throws EvaluationError if it is a promise after all, because a function of another program has
 * redefined the name
 */
export function answeredAtOnce(answer: Result, { site }: CallNode, branch: Branch): Value {
  if (!(answer instanceof Promise)) return answer;
  // The promise isn't awaited any more.
  answer.catch(() => undefined);
  branch.site = site;
  throw new EvaluationError(
    "unsupported",
    `${site.operation} is defined again elsewhere: choose another name`,
  );
}

/** Compiles a call whose parts yield no promise. The call itself may. */
const callOfPlain: NodeCompiler<"call"> = (node, compilation) => {
  const args = node.args.map((arg) => operand(arg, compilation));
  const callee = compilation.synchronous(node.callee);
  const [first] = args;
  // Recursion calls a function of the program by name, mostly with one argument, so such a call has
  // its own code.
  if (node.callee.type === "global" && first !== undefined && args.length === 1)
    return callByName(new GlobalReader(node.callee.name, node.callee.site), first, node.site);
  return callWith(callee, args, node.site);
};

function callByName(callee: GlobalReader, argument: Operand, site: Site): Thunk {
  return (frame, branch) => {
    const target = callee.read(branch);
    const value = valueOf(argument, frame, branch);
    branch.site = site;
    return target instanceof Closure ? target.call1(branch, value) : call1(branch, target, value);
  };
}

/** Compiles a call whose arguments yield no promise. The call itself may. */
function callWith(callee: SynchronousThunk, args: readonly Operand[], site: Site): Thunk {
  const [first, second, third] = args;
  if (first === undefined) {
    return (frame, branch) => {
      const target = callee(frame, branch);
      branch.site = site;
      return call0(branch, target);
    };
  }
  // Most calls are of closures. Checking for one here avoids the checks for other kinds of
  // functions.
  if (second === undefined) {
    return (frame, branch) => {
      const target = callee(frame, branch);
      const value = valueOf(first, frame, branch);
      branch.site = site;
      return target instanceof Closure ? target.call1(branch, value) : call1(branch, target, value);
    };
  }
  if (third === undefined) {
    return (frame, branch) => {
      const target = callee(frame, branch);
      const value = valueOf(first, frame, branch);
      const secondValue = valueOf(second, frame, branch);
      branch.site = site;
      return target instanceof Closure
        ? target.call2(branch, value, secondValue)
        : call2(branch, target, value, secondValue);
    };
  }
  if (args.length === 3) {
    return (frame, branch) => {
      const target = callee(frame, branch);
      const value = valueOf(first, frame, branch);
      const secondValue = valueOf(second, frame, branch);
      const thirdValue = valueOf(third, frame, branch);
      branch.site = site;
      return call3(branch, target, value, secondValue, thirdValue);
    };
  }
  return (frame, branch) => {
    const target = callee(frame, branch);
    const values = args.map((arg) => arg.compute(frame, branch));
    branch.site = site;
    return callMany(branch, target, values);
  };
}

export const awaitingCall: NodeCompiler<"call"> = (node, compilation) => {
  if (![node.callee, ...node.args].some((part) => compilation.awaits(part)))
    return callOfPlain(node, compilation);
  const callee = compilation.any(node.callee);
  const args = node.args.map((arg) => compilation.any(arg));
  const [first] = args;
  if (compilation.awaits(node.callee) || first === undefined || args.length > 1) {
    return (frame, branch) =>
      after(callee(frame, branch), (target) =>
        evaluateAll(args, frame, branch, (values) => {
          branch.site = node.site;
          return callMany(branch, target, values);
        }),
      );
  }
  const calleeAtOnce = compilation.synchronous(node.callee);
  const call = (branch: Branch, target: Value, value: Value): Result => {
    branch.site = node.site;
    return call1(branch, target, value);
  };
  return (frame, branch) => {
    const target = calleeAtOnce(frame, branch);
    const value = first(frame, branch);
    return value instanceof Promise
      ? value.then((settled) => call(branch, target, settled))
      : call(branch, target, value);
  };
};

export const synchronousBuiltinCall: NodeCompiler<"builtin-call"> = (node, compilation) => {
  const args = node.args.map((arg) => operand(arg, compilation));
  return (
    inlineOperation(node.builtin.name, args, node.site) ??
    withCallSite(
      node.builtin,
      node.site,
      builtinCallWith(
        node.builtin,
        args.map(({ compute }) => compute),
        node.site,
      ),
    )
  );
};

function builtinCallWith(builtin: Builtin, args: readonly SynchronousThunk[], site: Site): Thunk {
  const { arities } = builtin.row;
  const [first, second, third] = args;
  const [one, two, three] = [arities[1], arities[2], arities[3]];
  if (args.length === 1 && first !== undefined && one !== undefined) {
    return (frame, branch) => {
      const value = first(frame, branch);
      step(branch, site);
      return one(branch, value);
    };
  }
  if (args.length === 2 && first !== undefined && second !== undefined && two !== undefined) {
    return (frame, branch) => {
      const value = first(frame, branch);
      const secondValue = second(frame, branch);
      step(branch, site);
      return two(branch, value, secondValue);
    };
  }
  if (
    args.length === 3 &&
    first !== undefined &&
    second !== undefined &&
    third !== undefined &&
    three !== undefined
  ) {
    return (frame, branch) => {
      const value = first(frame, branch);
      const secondValue = second(frame, branch);
      const thirdValue = third(frame, branch);
      step(branch, site);
      return three(branch, value, secondValue, thirdValue);
    };
  }
  return (frame, branch) => {
    const values: Value[] = [];
    for (const arg of args) values.push(arg(frame, branch));
    step(branch, site);
    return builtin.callMany(branch, values);
  };
}

function step(branch: Branch, site: Site): void {
  branch.site = site;
  if (--branch.ticks < 0) branch.refill();
}

export const awaitingBuiltinCall: NodeCompiler<"builtin-call"> = (node, compilation) =>
  withCallSite(node.builtin, node.site, awaitingBuiltinCallWith(node, compilation));

/** The builtin itself waits for the elements of its arguments, see `Builtin`. */
const awaitingBuiltinCallWith: NodeCompiler<"builtin-call"> = (
  { builtin: given, args: nodes, site },
  compilation,
) => {
  const builtin = named(given);
  const args = nodes.map((arg) => compilation.any(arg));
  const [first, second] = args;
  const one = (branch: Branch, value: Value): Result => {
    step(branch, site);
    return builtin.call1(branch, value);
  };
  const operation = binaryOperation(builtin.name);
  const two = (branch: Branch, value: Value, secondValue: Value): Result => {
    step(branch, site);
    return operation === undefined
      ? builtin.call2(branch, value, secondValue)
      : operation(value, secondValue, branch);
  };
  if (args.length === 1 && first !== undefined) {
    return (frame, branch) => {
      const value = first(frame, branch);
      return value instanceof Promise
        ? value.then((settled) => one(branch, settled))
        : one(branch, value);
    };
  }
  if (args.length === 2 && first !== undefined && second !== undefined) {
    return (frame, branch) => {
      const value = first(frame, branch);
      if (value instanceof Promise)
        return value.then((settled) =>
          after(second(frame, branch), (secondValue) => two(branch, settled, secondValue)),
        );
      const secondValue = second(frame, branch);
      return secondValue instanceof Promise
        ? secondValue.then((settled) => two(branch, value, settled))
        : two(branch, value, secondValue);
    };
  }
  return (frame, branch) =>
    evaluateAll(args, frame, branch, (values) => {
      step(branch, site);
      return builtin.callMany(branch, values);
    });
};

export const synchronousField: NodeCompiler<"field"> = (node, compilation) => {
  const target = compilation.synchronous(node.target);
  const { key } = node;
  if (node.otherwise === undefined)
    return (frame, branch) => fieldOf(target(frame, branch), key, null, branch);
  const otherwise = compilation.synchronous(node.otherwise);
  return (frame, branch) => {
    const value = target(frame, branch);
    return fieldOf(value, key, otherwise(frame, branch), branch);
  };
};

export const awaitingField: NodeCompiler<"field"> = (node, compilation) => {
  const target = compilation.any(node.target);
  const otherwise: Thunk =
    node.otherwise === undefined ? () => null : compilation.any(node.otherwise);
  return (frame, branch) =>
    after(target(frame, branch), (value) =>
      after(otherwise(frame, branch), (fallback) => fieldOf(value, node.key, fallback, branch)),
    );
};

/** Compiles a call of a tool to `callTool`, the only way from a program to the host. */
export const compileTool: NodeCompiler<"tool"> = (node, compilation) => {
  const args = compilation.any(node.args);
  const operation = `tool/${node.name}`;
  const call = (branch: Branch, value: Value, lookedSteps?: number): Result => {
    branch.site = node.site;
    if (--branch.ticks < 0) branch.refill();
    if (value instanceof MapValue) return callTool(branch, node.name, value, lookedSteps);
    throw new EvaluationError(
      "type_error",
      `${operation}: expected an argument map, got ${typeName(value)}`,
      { op: operation, hint: `write (${operation} {:name value})` },
    );
  };
  const callWith = (branch: Branch, given: Value): Result => {
    const { stepsLeft } = branch;
    const value = whollyRealized(branch, given, operation);
    return value === given
      ? call(branch, value, stepsLeft - branch.stepsLeft)
      : after(value, (settled) => call(branch, settled));
  };
  return (frame, branch) => {
    const given = args(frame, branch);
    return given instanceof Promise
      ? given.then((settled) => callWith(branch, settled))
      : callWith(branch, given);
  };
};
