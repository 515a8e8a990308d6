// `def`, functions, and the signals that end a program.

import type { Value } from "@ptc/core/values";
import { Closure, type ArityCode, type CompiledArities, type FunctionCode } from "../evaluation/closure.ts";
import { EvaluationError, FailSignal, ReturnSignal } from "../evaluation/errors.ts";
import { after } from "../evaluation/result.ts";
import type { Branch } from "../evaluation/branch.ts";
import type { ArityNode, DefNode, FunctionNode, SignalNode } from "../analysis/core-tree.ts";
import { repeatSynchronously, repeating } from "./bindings.ts";
import type { Compilation, NodeCompiler } from "./compilation.ts";

export const compileFunction: NodeCompiler<"function"> = (node, compilation) => {
  const code = functionCode(node, compilation);
  const captures = node.captures.map((capture) => compilation.synchronous(capture.from));
  if (captures.length === 0) return () => new Closure(code, []);
  return (frame, branch) => {
    branch.charge(48 + captures.length * 8);
    return new Closure(code, captures.map((capture) => capture(frame, branch)));
  };
};

export function functionCode(node: FunctionNode, compilation: Compilation): FunctionCode {
  let synchronous: CompiledArities | undefined;
  let awaiting: CompiledArities | undefined;
  return {
    name: node.name,
    get synchronous() {
      return (synchronous ??= compiledArities(node, compilation.inMode(false)));
    },
    get awaiting() {
      return (awaiting ??= compiledArities(node, compilation.inMode(true)));
    },
    source: compilation.source.slice(node.site.span.start, node.site.span.end),
    captureNames: node.captures.map((capture) => capture.name),
  };
}

function compiledArities(node: FunctionNode, compilation: Compilation): CompiledArities {
  const byCount: (ArityCode | undefined)[] = [];
  let variadic: ArityCode | undefined;
  for (const arity of node.arities) {
    const code = arityCode(arity, compilation);
    if (arity.rest) variadic = code;
    else byCount[arity.fixed] = code;
  }
  // No holes: an absent arity is `undefined` in the array.
  return { byCount: Array.from(byCount, (code) => code), variadic };
}

function arityCode(arity: ArityNode, compilation: Compilation): ArityCode {
  const awaits = compilation.awaits(arity.body);
  const body = !arity.recurs ? compilation.any(arity.body)
    : awaits ? repeating(compilation.any(arity.body)) : repeatSynchronously(compilation.synchronous(arity.body));
  return { fixed: arity.fixed, rest: arity.rest, frameSize: arity.frameSize, body };
}

export const synchronousDef: NodeCompiler<"def"> = (node, compilation) => {
  const init = node.init === undefined ? undefined : compilation.synchronous(node.init);
  return (frame, branch) => (isKept(node, branch) || init === undefined ? announce(node, branch) : define(node, branch, init(frame, branch)));
};

export const awaitingDef: NodeCompiler<"def"> = (node, compilation) => {
  const init = node.init === undefined ? undefined : compilation.any(node.init);
  return (frame, branch) =>
    isKept(node, branch) || init === undefined ? announce(node, branch) : after(init(frame, branch), (value) => define(node, branch, value));
};

/** `defonce` of a name that has a value. */
function isKept(node: DefNode, branch: Branch): boolean {
  return node.once && branch.evaluation.globals.get(node.name)?.value !== undefined;
}

function announce(node: DefNode, branch: Branch): Value {
  return branch.evaluation.cell(node.name).value ?? null;
}

function define(node: DefNode, branch: Branch, value: Value): Value {
  if (branch.path.length > 0) {
    branch.site = node.site;
    throw new EvaluationError("unsupported", `${node.name} cannot be defined inside a parallel branch`, { op: "def", hint: "return the value from the branch and define it after pmap or pcalls" });
  }
  branch.charge(64);
  branch.evaluation.cell(node.name).value = value;
  return value;
}

export const synchronousSignal: NodeCompiler<"signal"> = (node, compilation) => {
  const value = compilation.synchronous(node.value);
  return (frame, branch) => raise(node, value(frame, branch), branch);
};

export const awaitingSignal: NodeCompiler<"signal"> = (node, compilation) => {
  const value = compilation.any(node.value);
  return (frame, branch) => after(value(frame, branch), (settled) => raise(node, settled, branch));
};

function raise(node: SignalNode, value: Value, branch: Branch): never {
  branch.site = node.site;
  throw node.signal === "return" ? new ReturnSignal(value) : new FailSignal(value);
}
