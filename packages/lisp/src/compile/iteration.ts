// Compiles `for` and `doseq`. Each clause becomes a function that runs the next clause for every
// element it lets through, and the last one runs the body. `for` collects immediately if its
// sources are complete collections, and is lazy for a lazy source, see `Collected`.

import { Vector, type Value } from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import { elementsOf } from "../sequence/elements.ts";
import { after, type Result } from "../evaluation/result.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import { atElementOf } from "../evaluation/arguments/operand-error.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { Closure, type Frame } from "../functions/closure.ts";
import type { ForNode, ForText, IterationClause } from "../analysis/core-tree.ts";
import { eachItem } from "../sequence/sequence-source.ts";
import { compiledBindings, fill } from "./let-and-loop.ts";
import { Collected, lazyPart } from "./collected.ts";
import type { Compilation, NodeCompiler } from "./compilation.ts";

/** Runs one clause and those after it. `false` ends the iteration around it (`:while`). */
type SynchronousClause = (frame: Frame, branch: Branch, collected: Collected) => boolean;
/** The same for code that may have to wait. The result may be a promise. */
type AwaitingClause = (frame: Frame, branch: Branch, collected: Collected) => Result;
type EachClause = Extract<IterationClause, { type: "each" }>;

export const synchronousFor: NodeCompiler<"for"> = (node, compilation) => {
  const body = compilation.synchronous(node.body);
  const emit: SynchronousClause = (frame, branch, collected) => {
    const value = body(frame, branch);
    if (node.collects) collected.add(branch, value);
    return true;
  };
  const start = node.clauses.reduceRight<SynchronousClause>(
    (next, clause) => synchronousClause(node, clause, next, compilation),
    emit,
  );
  return (frame, branch) => {
    const collected = new Collected();
    start(frame, branch, collected);
    return node.collects ? collected.result(branch) : null;
  };
};

function synchronousClause(
  node: ForNode,
  clause: IterationClause,
  next: SynchronousClause,
  compilation: Compilation,
): SynchronousClause {
  if (clause.type === "when" || clause.type === "while") {
    const test = compilation.synchronous(clause.test);
    const otherwise = clause.type === "when";
    return (frame, branch, collected) =>
      isTruthy(test(frame, branch)) ? next(frame, branch, collected) : otherwise;
  }
  const bindings = clause.bindings.map(({ slot, init }) => ({
    slot,
    compute: compilation.synchronous(init),
  }));
  const bind: SynchronousClause = (frame, branch, collected) => {
    for (const { slot, compute } of bindings) frame[slot] = compute(frame, branch);
    return next(frame, branch, collected);
  };
  if (clause.type === "let") return bind;
  const source = compilation.synchronous(clause.source);
  const inside = bindings.length === 0 ? next : bind;
  const part = partOf(node, clause, inside, compilation);
  return (frame, branch, collected) => {
    const value = source(frame, branch);
    branch.site = node.site;
    collected.from(value);
    if (value instanceof LazySeq) {
      if (!part(value, frame, branch, collected))
        eachOfLazy(value, clause.slot, inside, frame, branch, collected);
      return true;
    }
    const elements = elementsOf(branch, value, node.site.operation);
    let index = 0;
    try {
      for (; index < elements.count; index++) {
        if (--branch.ticks < 0) branch.refill();
        frame[clause.slot] = elements.at(index);
        if (!inside(frame, branch, collected)) break;
      }
    } catch (error) {
      throw atElementOf(error, branch, elements, index);
    }
    return true;
  };
}

/** Iterates over all of a lazy source now. */
function eachOfLazy(
  source: LazySeq,
  slot: number,
  inside: SynchronousClause,
  frame: Frame,
  branch: Branch,
  collected: Collected,
): void {
  for (let index = 0; ; index++) {
    if (--branch.ticks < 0) branch.refill();
    const element = source.at(index, branch);
    if (element === undefined) return;
    frame[slot] = element;
    if (!inside(frame, branch, collected)) return;
  }
}

export const awaitingFor: NodeCompiler<"for"> = (node, compilation) => {
  const body = compilation.any(node.body);
  const emit: AwaitingClause = (frame, branch, collected) =>
    after(body(frame, branch), (value) => {
      if (node.collects) collected.add(branch, value);
      return true;
    });
  const start = node.clauses.reduceRight<AwaitingClause>(
    (next, clause) => awaitingClause(node, clause, next, compilation),
    emit,
  );
  return (frame, branch) => {
    const collected = new Collected();
    return after(start(frame, branch, collected), () =>
      node.collects ? collected.result(branch) : null,
    );
  };
};

function awaitingClause(
  node: ForNode,
  clause: IterationClause,
  next: AwaitingClause,
  compilation: Compilation,
): AwaitingClause {
  if (clause.type === "when" || clause.type === "while") {
    const test = compilation.any(clause.test);
    const otherwise = clause.type === "when";
    return (frame, branch, collected) =>
      after(test(frame, branch), (holds) =>
        isTruthy(holds) ? next(frame, branch, collected) : otherwise,
      );
  }
  const bindings = compiledBindings(clause.bindings, compilation);
  const inside: AwaitingClause =
    bindings.length === 0
      ? next
      : (frame, branch, collected) => {
          const waiting = fill(bindings, frame, branch);
          return waiting === undefined
            ? next(frame, branch, collected)
            : waiting.then(() => next(frame, branch, collected));
        };
  if (clause.type === "let") return inside;
  const source = compilation.any(clause.source);
  const part = partOf(node, clause, inside, compilation);
  return (frame, branch, collected) =>
    after(source(frame, branch), (value) => {
      branch.site = node.site;
      collected.from(value);
      if (value instanceof LazySeq && part(value, frame, branch, collected)) return true;
      return eachItem(
        branch,
        value instanceof LazySeq ? value : elementsOf(branch, value, node.site.operation),
        {
          compute: (element) => {
            frame[clause.slot] = element;
            return inside(frame, branch, collected);
          },
          take: (goesOn) => goesOn === true,
          finish: () => true,
        },
      );
    });
}

/**
 * Adds the elements of a lazy source to the result as a part that is computed later. Returns false
 * if the source must be iterated now.
 */
type Part = (source: LazySeq, frame: Frame, branch: Branch, collected: Collected) => boolean;

/**
 * Decides whether a source becomes a lazy part. A `for` is lazy if its first source is. A lazy
 * source in a later clause is iterated at once, unless it is infinite and has no `:while` that
 * ends it.
 */
function partOf(
  node: ForNode,
  clause: EachClause,
  inside: AwaitingClause,
  compilation: Compilation,
): Part {
  if (!node.collects) return () => false;
  const place = node.clauses.indexOf(clause);
  const following = node.clauses.slice(place + 1).findIndex(({ type }) => type === "each");
  const own = node.clauses.slice(place + 1, following === -1 ? undefined : place + 1 + following);
  const isEnded = own.some(({ type }) => type === "while");
  // A `:while` may end the whole part, which a function of one element can't.
  const describe = isEnded ? undefined : (frame: Frame) => handler(clause.text, frame, compilation);
  return (source, frame, branch, collected) => {
    const isEndless = source.isUnbounded && !isEnded;
    if (place > 0 && !isEndless) return false;
    collected.addPart(lazyPart(branch, source, isEndless, frame, clause.slot, inside, describe));
    return true;
  };
}

/**
 * Returns what handles an element, as a function for another run: its source, the names and values
 * that it captures, and the names of the language that the program has defined.
 */
function handler(
  { pattern, others, body, scope, names }: ForText,
  frame: Frame,
  compilation: Compilation,
): readonly Value[] {
  const [left, right, inside] = [pattern, others, body].map(({ start, end }) =>
    compilation.textOf(start, end),
  );
  const parts = [left ?? "", right ?? "", inside ?? ""] as const;
  let element = "element";
  while (parts.some((part) => part.includes(element))) element += "_";
  const source = `(fn [${element}] (for [${parts[0]} [${element}]${parts[1]}]${parts[2]}))`;
  const captured = new Map<string, Value>();
  const [self] = frame;
  for (let each = names; each !== undefined; each = each.outer) {
    const { name, owner, slot } = each.binding;
    if (!source.includes(name) || captured.has(name)) continue;
    const index = scope.captured.indexOf(each.binding);
    if (owner === scope) captured.set(name, frame[slot] ?? null);
    else if (index !== -1 && self instanceof Closure)
      captured.set(name, self.captured[index] ?? null);
  }
  return [
    source,
    Vector.of<Value>([...captured.keys()]),
    Vector.of([...captured.values()]),
    Vector.of<Value>([...scope.shadowed].filter((name) => source.includes(name))),
  ];
}
