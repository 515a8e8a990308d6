// Compiles `if`, `and` and `or`.

import type { Value } from "@ptc/core/values";
import type { Result } from "../evaluation/result.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Frame, Thunk } from "../functions/closure.ts";
import type { Compilation, NodeCompiler } from "./compilation.ts";
import { holds, numberTest } from "./number-test.ts";
import type { AndNode, OrNode } from "../analysis/core-tree.ts";

export const synchronousIf: NodeCompiler<"if"> = (node, compilation) => {
  const ofNumbers = numberTest(node.test, compilation);
  const test = ofNumbers === undefined ? compilation.synchronous(node.test) : ofNumbers.general;
  const then = compilation.synchronous(node.then);
  const otherwise = compilation.synchronous(node.otherwise);
  if (ofNumbers !== undefined)
    return (frame, branch) =>
      holds(ofNumbers, frame, branch) ? then(frame, branch) : otherwise(frame, branch);
  return (frame, branch) => {
    const value = test(frame, branch);
    return value !== null && value !== false ? then(frame, branch) : otherwise(frame, branch);
  };
};

export const awaitingIf: NodeCompiler<"if"> = (node, compilation) => {
  const test = compilation.any(node.test);
  const then = compilation.any(node.then);
  const otherwise = compilation.any(node.otherwise);
  return (frame, branch) => {
    const value = test(frame, branch);
    if (value instanceof Promise)
      return value.then((settled) =>
        settled !== null && settled !== false ? then(frame, branch) : otherwise(frame, branch),
      );
    return value !== null && value !== false ? then(frame, branch) : otherwise(frame, branch);
  };
};

type JunctionCompiler = (node: AndNode | OrNode, compilation: Compilation) => Thunk;

/**
 * Evaluates items up to the first one for which `stops` returns true, and returns the last value.
 */
const synchronousJunction =
  (stops: (value: Value) => boolean): JunctionCompiler =>
  (node, compilation) => {
    const items = node.items.map((item) => compilation.synchronous(item));
    const last = items.length - 1;
    return (frame, branch) => {
      for (let index = 0; index < last; index++) {
        const value = items[index]?.(frame, branch) ?? null;
        if (stops(value)) return value;
      }
      return items[last]?.(frame, branch) ?? null;
    };
  };

const awaitingJunction =
  (stops: (value: Value) => boolean): JunctionCompiler =>
  (node, compilation) => {
    const items = node.items.map((item) => compilation.any(item));
    const last = items.length - 1;
    const from = (start: number, frame: Frame, branch: Branch): Result => {
      for (let index = start; index < last; index++) {
        const result = items[index]?.(frame, branch) ?? null;
        if (result instanceof Promise)
          return result.then((value) => (stops(value) ? value : from(index + 1, frame, branch)));
        if (stops(result)) return result;
      }
      return items[last]?.(frame, branch) ?? null;
    };
    return (frame, branch) => from(0, frame, branch);
  };

const isFalse = (value: Value): boolean => value === null || value === false;
const isTrue = (value: Value): boolean => value !== null && value !== false;

export const synchronousAnd: NodeCompiler<"and"> = synchronousJunction(isFalse);
export const synchronousOr: NodeCompiler<"or"> = synchronousJunction(isTrue);
export const awaitingAnd: NodeCompiler<"and"> = awaitingJunction(isFalse);
export const awaitingOr: NodeCompiler<"or"> = awaitingJunction(isTrue);
