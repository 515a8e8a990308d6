// Compiles `case`.

import { Keyword, SymbolValue, type Value } from "@ptc/core/values";
import type { CaseNode } from "../analysis/core-tree.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { described } from "../evaluation/arguments/expectations.ts";
import { after, type Result } from "../evaluation/result.ts";
import { printShort } from "../evaluation/errors/print-short.ts";
import type { Frame, Thunk } from "../functions/closure.ts";
import { whenRealized } from "../sequence/element-pending.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import type { NodeCompiler } from "./compilation.ts";

export const synchronousCase: NodeCompiler<"case"> = (node, compilation) => {
  const subject = compilation.synchronous(node.subject);
  const choose = chooser(
    node,
    node.bodies.map((body) => compilation.synchronous(body)),
    node.otherwise && compilation.synchronous(node.otherwise),
  );
  return (frame, branch) => {
    const value = subject(frame, branch);
    return choose(bodyIndexOf(node, value, branch), value, frame, branch);
  };
};

export const awaitingCase: NodeCompiler<"case"> = (node, compilation) => {
  const subject = compilation.any(node.subject);
  const choose = chooser(
    node,
    node.bodies.map((body) => compilation.any(body)),
    node.otherwise && compilation.any(node.otherwise),
  );
  return (frame, branch) =>
    after(subject(frame, branch), (value) =>
      value instanceof LazySeq
        ? after(
            whenRealized<Value>(branch, () => bodyIndexOf(node, value, branch)),
            (index) => choose(index, value, frame, branch),
          )
        : choose(bodyIndexOf(node, value, branch), value, frame, branch),
    );
};

/** Looks up the subject among all constants at once. */
function bodyIndexOf({ bodyIndexes }: CaseNode, value: Value, branch: Branch): Value {
  return bodyIndexes.find(value, branch) ?? null;
}

function chooser(
  node: CaseNode,
  bodies: readonly Thunk[],
  otherwise: Thunk | undefined,
): (index: Value, value: Value, frame: Frame, branch: Branch) => Result {
  return (index, value, frame, branch) => {
    const body = bodies[index as number] ?? otherwise;
    if (body !== undefined) return body(frame, branch);
    throw noClause(node, value, branch);
  };
}

/** Returns the error of a `case` without a clause for `value`. */
export function noClause(
  { site, bodyIndexes }: CaseNode,
  value: Value,
  branch: Branch,
): EvaluationError {
  branch.site = site;
  return new EvaluationError("argument_error", `case: no clause matches ${printShort(value, 60)}`, {
    op: "case",
    hint: namesakeHint(bodyIndexes, value) ?? "end case with a default value",
  });
}

/** Returns what to write if a clause has the subject's name as another kind of value. */
function namesakeHint(bodyIndexes: CaseNode["bodyIndexes"], value: Value): string | undefined {
  const text = nameOf(value);
  if (text === undefined) return undefined;
  let found: Value | undefined;
  bodyIndexes.forEach((constant) => {
    if (nameOf(constant) === text) found ??= constant;
  });
  if (found === undefined || text.length > longestName) return undefined;
  const written = printShort(value, longestName);
  return found instanceof SymbolValue || value instanceof SymbolValue
    ? `a clause has ${described(found)}: write ${written} there`
    : `a clause has ${described(found)}, the value is ${described(value)}: write ${written} in the clause`;
}

const longestName = 60;

function nameOf(value: Value): string | undefined {
  if (value instanceof Keyword || value instanceof SymbolValue) return value.text;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
