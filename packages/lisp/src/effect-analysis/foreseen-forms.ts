// Visits the forms that evaluate their parts several times or not at all: loops, `for`, `try` and
// `letfn`.

import type {
  ForNode,
  IterationClause,
  LetFunctionsNode,
  LoopNode,
  TryNode,
} from "../analysis/core-tree.ts";
import { turnsOf } from "./counted-loop.ts";
import type { Scope, Surroundings, VisitingRun } from "./followed-run.ts";
import { anything, constantOf, countOf, type Foreseen } from "./foreseen-value.ts";

export function visitLoop(
  run: VisitingRun,
  node: LoopNode,
  scope: Scope,
  around: Surroundings,
): Foreseen {
  const values = node.bindings.map(({ slot, init }) => {
    const value = run.visit(init, scope, around);
    scope.slots.set(slot, value);
    return value;
  });
  const turns = turnsOf(node, scope);
  run.escape(...values);
  for (const { slot } of node.bindings) scope.slots.set(slot, anything);
  if (turns === undefined)
    return run.visit(node.body, scope, run.repeated(around, { least: 1, most: Infinity }));
  // The test is evaluated once more than the turns.
  const tested = run.repeated(around, { least: turns.least + 1, most: turns.most + 1 });
  run.visit(turns.test, scope, tested);
  run.perhaps(turns.after, scope, around);
  run.escape(run.visit(turns.body, scope, run.repeated(around, turns)));
  return anything;
}

export function visitFor(
  run: VisitingRun,
  node: ForNode,
  scope: Scope,
  around: Surroundings,
): Foreseen {
  let inside = around;
  for (const [index, clause] of node.clauses.entries()) {
    // `:while` ends the iteration of the collection before it, at the first element if it likes.
    const rest = node.clauses.slice(index + 1);
    const next = rest.findIndex(({ type }) => type === "each");
    const own = next === -1 ? rest : rest.slice(0, next);
    const mayEnd = own.some(({ type }) => type === "while");
    inside = visitClause(run, clause, { collects: node.collects, mayEnd }, scope, inside);
  }
  run.escape(run.visit(node.body, scope, inside));
  return node.collects ? { kind: "sized", least: 0, most: Infinity } : constantOf(null);
}

function visitClause(
  run: VisitingRun,
  clause: IterationClause,
  { collects, mayEnd }: { readonly collects: boolean; readonly mayEnd: boolean },
  scope: Scope,
  around: Surroundings,
): Surroundings {
  if (clause.type === "when" || clause.type === "while") {
    run.escape(run.visit(clause.test, scope, around));
    return { ...around, least: 0 };
  }
  let inside = around;
  if (clause.type === "each") {
    const source = run.visit(clause.source, scope, around);
    const count = countOf(source);
    // `for` over a lazy sequence is lazy.
    const isWhole = !collects || source.kind === "items" || source.kind === "constant";
    const least = mayEnd ? Math.min(1, count.least) : count.least;
    inside = run.repeated(around, { least: isWhole ? least : 0, most: count.most });
    run.escape(source);
    scope.slots.set(clause.slot, anything);
  }
  for (const { slot, init } of clause.bindings)
    scope.slots.set(slot, run.visit(init, scope, inside));
  return inside;
}

export function visitTry(
  run: VisitingRun,
  node: TryNode,
  scope: Scope,
  around: Surroundings,
): Foreseen {
  const results = [run.perhaps(node.body, scope, around)];
  for (const { slot, body } of node.catches) {
    scope.slots.set(slot, anything);
    results.push(run.perhaps(body, scope, around));
  }
  if (node.last !== undefined) results.push(run.perhaps(node.last, scope, around));
  run.escape(...results);
  return anything;
}

export function visitLocalFunctions(
  run: VisitingRun,
  { functions, slots, body }: LetFunctionsNode,
  scope: Scope,
  around: Surroundings,
): Foreseen {
  const captured = (functions[0]?.captures ?? []).map(({ from }) => run.visit(from, scope, around));
  for (const [index, node] of functions.entries())
    scope.slots.set(slots[index] ?? -1, { kind: "function", node, captured, group: functions });
  return run.visit(body, scope, around);
}
