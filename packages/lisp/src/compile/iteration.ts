// `for` and `doseq`: a chain of steps, each running the next for every element it lets through.

import { Vector, isTruthy, type Value } from "@ptc/core/values";
import { elementsOf } from "../evaluation/elements.ts";
import type { Branch } from "../evaluation/branch.ts";
import type { Frame } from "../evaluation/closure.ts";
import type { ForNode, IterationClause } from "../analysis/core-tree.ts";
import type { Compilation, NodeCompiler } from "./compilation.ts";

/** Runs one step; `false` ends the iteration around it (`:while`). */
type SynchronousStep = (frame: Frame, branch: Branch, results: Value[]) => boolean;
type AwaitingStep = (frame: Frame, branch: Branch, results: Value[]) => Promise<boolean>;

export const synchronousFor: NodeCompiler<"for"> = (node, compilation) => {
  const body = compilation.synchronous(node.body);
  const emit: SynchronousStep = (frame, branch, results) => {
    const value = body(frame, branch);
    if (node.collects) collect(results, value, branch);
    return true;
  };
  const start = node.clauses.reduceRight<SynchronousStep>((next, clause) => synchronousStep(node, clause, next, compilation), emit);
  return (frame, branch) => {
    const results: Value[] = [];
    start(frame, branch, results);
    return node.collects ? Vector.of(results) : null;
  };
};

function synchronousStep(node: ForNode, clause: IterationClause, next: SynchronousStep, compilation: Compilation): SynchronousStep {
  if (clause.type === "when" || clause.type === "while") {
    const test = compilation.synchronous(clause.test);
    const otherwise = clause.type === "when";
    return (frame, branch, results) => (isTruthy(test(frame, branch)) ? next(frame, branch, results) : otherwise);
  }
  const bindings = clause.bindings.map(({ slot, init }) => ({ slot, compute: compilation.synchronous(init) }));
  const bind: SynchronousStep = (frame, branch, results) => {
    for (const { slot, compute } of bindings) frame[slot] = compute(frame, branch);
    return next(frame, branch, results);
  };
  if (clause.type === "let") return bind;
  const source = compilation.synchronous(clause.source);
  const inside = bindings.length === 0 ? next : bind;
  return (frame, branch, results) => {
    const elements = iterated(node, branch, source(frame, branch));
    for (let index = 0; index < elements.count; index++) {
      if (--branch.ticks < 0) branch.refill();
      frame[clause.slot] = elements.at(index);
      if (!inside(frame, branch, results)) break;
    }
    return true;
  };
}

export const awaitingFor: NodeCompiler<"for"> = (node, compilation) => {
  const body = compilation.any(node.body);
  const emit: AwaitingStep = async (frame, branch, results) => {
    const value = await body(frame, branch);
    if (node.collects) collect(results, value, branch);
    return true;
  };
  const start = node.clauses.reduceRight<AwaitingStep>((next, clause) => awaitingStep(node, clause, next, compilation), emit);
  return async (frame, branch) => {
    const results: Value[] = [];
    await start(frame, branch, results);
    return node.collects ? Vector.of(results) : null;
  };
};

function awaitingStep(node: ForNode, clause: IterationClause, next: AwaitingStep, compilation: Compilation): AwaitingStep {
  if (clause.type === "when" || clause.type === "while") {
    const test = compilation.any(clause.test);
    const otherwise = clause.type === "when";
    return async (frame, branch, results) => (isTruthy(await test(frame, branch)) ? next(frame, branch, results) : otherwise);
  }
  const bindings = clause.bindings.map(({ slot, init }) => ({ slot, compute: compilation.any(init) }));
  const bind: AwaitingStep = async (frame, branch, results) => {
    for (const { slot, compute } of bindings) frame[slot] = await compute(frame, branch);
    return next(frame, branch, results);
  };
  if (clause.type === "let") return bind;
  const source = compilation.any(clause.source);
  return async (frame, branch, results) => {
    const elements = iterated(node, branch, await source(frame, branch));
    for (let index = 0; index < elements.count; index++) {
      if (--branch.ticks < 0) branch.refill();
      frame[clause.slot] = elements.at(index);
      if (!(await bind(frame, branch, results))) break;
    }
    return true;
  };
}

function iterated(node: ForNode, branch: Branch, source: Value): Vector<Value> {
  branch.site = node.site;
  return elementsOf(branch, source, node.site.operation);
}

function collect(results: Value[], value: Value, branch: Branch): void {
  branch.charge(8);
  results.push(value);
}
