// Compiles `for` and `doseq`. Each clause becomes a function that runs the next clause for every
// element it lets through, and the last one runs the body. `for` collects immediately from complete
// collections, and is lazy for a lazy source, see `Collected`.

import type { Value } from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import { elementsOf } from "../sequence/elements.ts";
import { after, type Result } from "../evaluation/result.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import { atElement, atElementOf } from "../evaluation/arguments/operand-error.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Frame, Thunk } from "../functions/closure.ts";
import type { ForNode, IterationClause } from "../analysis/core-tree.ts";
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
      if (!part(value, frame, branch, collected, value))
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
    try {
      if (!inside(frame, branch, collected)) return;
    } catch (error) {
      throw atElement(error, branch, index, element);
    }
  }
}

export const awaitingFor: NodeCompiler<"for"> = (node, compilation) =>
  collecting(node, compilation, () => new Collected());

/** Compiles a `for` that collects in what `begin` returns. */
export function collecting(node: ForNode, compilation: Compilation, begin: () => Collected): Thunk {
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
    const collected = begin();
    return after(start(frame, branch, collected), () =>
      node.collects ? collected.result(branch) : null,
    );
  };
}

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
        collected.test(holds) ? next(frame, branch, collected) : otherwise,
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
    after(source(frame, branch), (given) => {
      branch.site = node.site;
      const value = collected.from(given);
      if (value instanceof LazySeq && part(value, frame, branch, collected, given)) return true;
      return eachItem(
        branch,
        value instanceof LazySeq ? value : elementsOf(branch, value, node.site.operation),
        {
          compute: (element) => {
            frame[clause.slot] = collected.element(element, given);
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
type Part = (
  source: LazySeq,
  frame: Frame,
  branch: Branch,
  collected: Collected,
  given: Value,
) => boolean;

/** Makes a lazy source of a `for` a lazy part of its result, whichever clause reads it. */
function partOf(
  node: ForNode,
  clause: EachClause,
  inside: AwaitingClause,
  compilation: Compilation,
): Part {
  if (!node.collects) return () => false;
  const isEnded = clause.text.ends.length > 0;
  // Only the code that stores sequences reads more than the name of the maker.
  const describe = (frame: Frame): readonly Value[] =>
    compilation.world.lazy.storedSequences.loaded?.elementFunction(
      clause.text,
      frame,
      compilation,
    ) ?? [];
  return (source, frame, branch, collected, given) => {
    const isEndless = source.isUnbounded && !isEnded;
    collected.addPart(
      lazyPart(branch, source, isEndless, frame, clause.slot, inside, describe, collected, given),
    );
    return true;
  };
}
