// Compiles `def`, functions, and the signals that end a program.

import type { Value } from "@ptc/core/values";
import {
  Closure,
  largeFrame,
  smallFrame,
  type ArityCode,
  type CompiledArities,
  type FunctionCode,
  type FunctionWorld,
} from "../functions/closure.ts";
import { formsOfLevel } from "../evaluation/budget/stack-room.ts";
import { EvaluationError, FailSignal, ReturnSignal } from "../evaluation/errors/errors.ts";
import { VarReference } from "../functions/var-reference.ts";
import { after } from "../evaluation/result.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { ArityNode, DefNode, FunctionNode, SignalNode } from "../analysis/core-tree.ts";
import { repeatingSynchronous, repeating } from "./let-and-loop.ts";
import type { Compilation, NodeCompiler } from "./compilation.ts";
import { FunctionHeat, never } from "./heat.ts";

export const compileFunction: NodeCompiler<"function"> = (node, compilation) => {
  const code = functionCode(node, compilation);
  const captures = node.captures.map((capture) => compilation.synchronous(capture.from));
  return (frame, branch) => {
    branch.charge(48 + captures.length * 8);
    return new Closure(
      code,
      captures.map((capture) => capture(frame, branch)),
    );
  };
};

/**
 * Returns the code of a function. `whole` is given for a function of a `letfn`: the text of the
 * form, and the list that will contain its functions.
 */
export function functionCode(
  node: FunctionNode,
  compilation: Compilation,
  whole?: FunctionGroup,
): FunctionCode {
  return new NodeCode(node, compilation, whole);
}

export interface FunctionGroup {
  readonly source: string;
  readonly group: readonly FunctionCode[];
}

/** A class, because the host needs microseconds to create an object literal with getters. */
export class NodeCode implements FunctionCode {
  readonly name: string | undefined;
  readonly node: FunctionNode;
  readonly compilation: Compilation;
  private synchronousArities: CompiledArities | undefined = undefined;
  private awaitingArities: CompiledArities | undefined = undefined;
  private ownArities: CompiledArities | undefined = undefined;
  /** The group of a function of a `letfn`. */
  readonly whole: FunctionGroup | undefined;

  constructor(node: FunctionNode, compilation: Compilation, whole: FunctionGroup | undefined) {
    this.whole = whole;
    this.name = node.name;
    this.node = node;
    this.compilation = compilation;
  }

  get synchronous(): CompiledArities {
    return (this.synchronousArities ??= compiledArities(this.node, this.compilation.inMode(false)));
  }

  get awaiting(): CompiledArities {
    return (this.awaitingArities ??= this.node.arities.some(({ relies }) => relies)
      ? compiledArities(this.node, this.compilation.inMode(true, true))
      : this.immediate);
  }

  get immediate(): CompiledArities {
    return (this.ownArities ??= compiledArities(this.node, this.compilation.inMode(true)));
  }

  get world(): FunctionWorld {
    return this.compilation.world;
  }

  get source(): string {
    const { isBody, site } = this.node;
    const text = this.whole?.source ?? this.compilation.textOf(site.span.start, site.span.end);
    return isBody ? `(fn [] ${text})` : text;
  }

  get group(): readonly FunctionCode[] {
    return this.whole?.group ?? [];
  }

  get shadowed(): readonly string[] {
    return this.node.shadowed;
  }

  get captureNames(): readonly string[] {
    return this.node.captures.map((capture) => capture.name);
  }
}

function compiledArities(node: FunctionNode, compilation: Compilation): CompiledArities {
  const byCount: (ArityCode | undefined)[] = [];
  let variadic: ArityCode | undefined;
  for (const arity of node.arities) {
    const code = arityCode(arity, compilation, node);
    if (arity.rest) {
      variadic = code;
      continue;
    }
    // Avoid holes: an absent arity is `undefined` in the array.
    while (byCount.length < arity.fixed) byCount.push(undefined);
    byCount[arity.fixed] = code;
  }
  return { byCount, variadic };
}

export function arityCode(
  arity: ArityNode,
  compilation: Compilation,
  { nesting, site }: Pick<FunctionNode, "nesting" | "site">,
): ArityCode {
  const bodyAwaits = compilation.awaits(arity.body);
  // A function that repeats itself yields to the host, as a loop does.
  const awaits = bodyAwaits || (arity.recurs && compilation.mayAwait);
  const isLarge = arity.frameSize > largeFrame || nesting > formsOfLevel;
  const body = !arity.recurs
    ? compilation.any(arity.body)
    : bodyAwaits
      ? repeating(compilation.any(arity.body))
      : repeatingSynchronous(arity.body, compilation);
  return {
    fixed: arity.fixed,
    rest: arity.rest,
    frameSize: arity.frameSize,
    isLarge,
    body,
    awaits,
    isSmall: !awaits && !isLarge && arity.frameSize <= smallFrame,
    direct: undefined,
    callsLeft: awaits || isLarge ? never : 0,
    heat: new FunctionHeat(arity, compilation, site.span),
  };
}

export const synchronousDef: NodeCompiler<"def"> = (node, compilation) => {
  const init = node.init === undefined ? undefined : compilation.synchronous(node.init);
  return (frame, branch) =>
    isDefinedOnce(node, branch) || init === undefined
      ? announce(node, branch)
      : define(node, branch, init(frame, branch));
};

export const awaitingDef: NodeCompiler<"def"> = (node, compilation) => {
  const init = node.init === undefined ? undefined : compilation.any(node.init);
  return (frame, branch) =>
    isDefinedOnce(node, branch) || init === undefined
      ? announce(node, branch)
      : after(init(frame, branch), (value) => define(node, branch, value));
};

/** True for `defonce` of a name that has a value. */
function isDefinedOnce(node: DefNode, branch: Branch): boolean {
  return node.once && branch.evaluation.global(node.name) !== undefined;
}

function announce(node: DefNode, branch: Branch): Value {
  branch.evaluation.cell(node.name);
  return new VarReference(node.name);
}

function define(node: DefNode, branch: Branch, value: Value): Value {
  if (branch.isParallel) {
    branch.site = node.site;
    throw new EvaluationError(
      "unsupported",
      `${node.name} cannot be defined inside a parallel branch`,
      { op: "def", hint: "return the value from the branch and define it after pmap or pcalls" },
    );
  }
  branch.charge(64);
  branch.evaluation.cell(node.name).value = value;
  return new VarReference(node.name);
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
