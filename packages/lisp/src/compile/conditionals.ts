// `if`, `and`, `or`, `case`.

import { Keyword, SymbolValue, type Value } from "@ptc/core/values";
import { after, type Result } from "../evaluation/result.ts";
import type { Branch } from "../evaluation/branch.ts";
import type { Frame, Thunk } from "../functions/closure.ts";
import { EvaluationError } from "../evaluation/errors.ts";
import { described } from "../evaluation/expectations.ts";
import { shownValue } from "../evaluation/shown-value.ts";
import type { Compilation, NodeCompiler } from "./compilation.ts";
import { holds, numberTest } from "./number-test.ts";
import type { AndNode, CaseNode, OrNode } from "../analysis/core-tree.ts";

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

/** Evaluates items up to the first one for which `stops` holds, and answers with the last value. */
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

export const synchronousCase: NodeCompiler<"case"> = (node, compilation) => {
  const subject = compilation.synchronous(node.subject);
  const choose = chooser(
    node,
    node.bodies.map((body) => compilation.synchronous(body)),
    node.otherwise && compilation.synchronous(node.otherwise),
  );
  return (frame, branch) => choose(subject(frame, branch), frame, branch);
};

export const awaitingCase: NodeCompiler<"case"> = (node, compilation) => {
  const subject = compilation.any(node.subject);
  const choose = chooser(
    node,
    node.bodies.map((body) => compilation.any(body)),
    node.otherwise && compilation.any(node.otherwise),
  );
  return (frame, branch) => after(subject(frame, branch), (value) => choose(value, frame, branch));
};

/** Looks the subject up among all constants at once. */
function chooser(
  node: CaseNode,
  bodies: readonly Thunk[],
  otherwise: Thunk | undefined,
): (value: Value, frame: Frame, branch: Branch) => Result {
  const { places } = node;
  return (value, frame, branch) => {
    const body = bodies[places.find(value, branch) as number] ?? otherwise;
    if (body !== undefined) return body(frame, branch);
    throw noClause(node, value, branch);
  };
}

/** The error of a `case` without a clause for `value`. */
export function noClause(
  { site, places }: CaseNode,
  value: Value,
  branch: Branch,
): EvaluationError {
  branch.site = site;
  return new EvaluationError("argument_error", `case: no clause matches ${shownValue(value, 60)}`, {
    op: "case",
    hint: namesakeHint(places, value) ?? "end case with a default value",
  });
}

/** What to write where a clause has the subject's name as a value of another kind. */
function namesakeHint(places: CaseNode["places"], value: Value): string | undefined {
  const text = nameOf(value);
  if (text === undefined) return undefined;
  let found: Value | undefined;
  places.forEach((constant) => {
    if (nameOf(constant) === text) found ??= constant;
  });
  if (found === undefined || text.length > longestName) return undefined;
  const written = shownValue(value, longestName);
  return found instanceof SymbolValue || value instanceof SymbolValue
    ? `a clause has ${described(found)}: write ${written} there`
    : `a clause has ${described(found)}, the value is ${described(value)}: write ${written} in the clause`;
}

const longestName = 60;

function nameOf(value: Value): string | undefined {
  if (value instanceof Keyword || value instanceof SymbolValue) return value.text;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
