// Makes lazy sequences again from their continuations: the name of a maker and its arguments, as
// the sequences describe themselves. The arguments may come from a forged memory, so each is
// checked. Nothing is computed here.

import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import {
  lazySideBySide,
  lazyThrough,
  type StageState,
} from "../builtins/sequences/lazy-transforms.ts";
import { lazyReductions } from "../builtins/sequences/reducing.ts";
import { replacingStage } from "../builtins/sequences/replace-elements.ts";
import { transducerStage } from "../builtins/sequences/sent-through.ts";
import { lazyInterleave } from "../builtins/sequences/sequences.ts";
import {
  countingUp,
  cycleElements,
  iterate,
  lazyCycle,
  repeatForever,
  repeatedlyForever,
} from "../builtins/sequences/sources.ts";
import { lazyFlatten, treeSequence } from "../builtins/sequences/trees.ts";
import { windowsFrom } from "../builtins/sequences/windows.ts";
import type { Numeric } from "../builtins/numbers/numbers.ts";
import {
  isUnbounded,
  layeredSequence,
  lazyConcatenation,
  lazyCons,
  lazyJoin,
} from "../sequence/layered-sequence.ts";
import { lazyBody } from "../sequence/lazy-body.ts";
import { LazySeq, type Sequence } from "../sequence/lazy-seq.ts";
import type { Continuation } from "../sequence/produced.ts";
import {
  dedupeStage,
  distinctStage,
  dropLastStage,
  dropStage,
  dropWhileStage,
  endingStage,
  filterStage,
  interposeStage,
  keepIndexedStage,
  keepStage,
  mapIndexedStage,
  mapStage,
  partitionAllStage,
  partitionByStage,
  randomSampleStage,
  takeNthStage,
  takeStage,
  takeWhileStage,
  type Stage,
} from "../sequence/stages.ts";
import { Walker } from "../sequence/walker.ts";

type Arguments = readonly (Value | undefined)[];
type Maker = (maker: Branch, args: Arguments) => Value;

/** Returns the sequence, or `undefined` if the continuation describes none. */
export function continued(maker: Branch, [name, ...args]: Continuation): LazySeq | undefined {
  try {
    const made = makers.get(name)?.(maker, args);
    return made instanceof LazySeq ? made : undefined;
  } catch (error) {
    if (error instanceof WrongArgument) return undefined;
    throw error;
  }
}

const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["lazy-seq", (maker, [body]) => lazyBody(maker, given(body))],
  ["rest", (maker, [sequence]) => lazyRest(maker, sequenceIn(sequence))],
  ["cons", (maker, [value, rest]) => lazyCons(maker, given(value), lazyIn(rest))],
  ["concat", (maker, sources) => lazyConcatenation(maker, sources.map(sequenceIn))],
  [
    "join",
    (maker, [operation, sources, current]) =>
      lazyJoin(maker, lazyIn(sources), textIn(operation), optional(current, sequenceIn)),
  ],
  ["stage", continuedStage],
  [
    "map",
    (maker, [f, index, ...sources]) =>
      lazySideBySide(maker, given(f), atLeastOne(sources).map(sequenceIn), indexIn(index)),
  ],
  [
    "range",
    (maker, [from, by, to]) => countingUp(maker, numberIn(from), numberIn(by), numberIn(to)),
  ],
  ["repeat", (maker, [value]) => repeatForever(maker, given(value))],
  ["repeatedly", (maker, [f]) => repeatedlyForever(maker, given(f))],
  ["iterate", (maker, [f, start, last]) => iterate(maker, given(f), given(start), last)],
  [
    "cycle",
    (maker, [elements, index]) =>
      elements instanceof Vector && elements.count > 0
        ? cycleElements(maker, elements, indexIn(index))
        : lazyCycle(maker, lazyIn(elements), indexIn(index)),
  ],
  [
    "flatten",
    (maker, [root, endless, open]) =>
      lazyFlatten(
        maker,
        open === undefined ? sequenceIn(root) : null,
        endless === true,
        optional(open, sequencesIn),
      ),
  ],
  [
    "tree-seq",
    (maker, [isBranch, children, root, open, last]) =>
      treeSequence(
        maker,
        given(isBranch),
        given(children),
        given(root),
        optional(open, sequencesIn),
        last,
      ),
  ],
  [
    "partition",
    (maker, [source, size, step, remainder, operation, start]) =>
      windowsFrom(
        maker,
        lazyIn(source),
        Math.max(1, indexIn(size)),
        given(step),
        given(remainder),
        textIn(operation),
        indexIn(start),
      ),
  ],
  [
    "interleave",
    (maker, [index, row, ...sources]) =>
      lazyInterleave(
        maker,
        atLeastOne(sources).map(sequenceIn),
        indexIn(index),
        vectorIn(row).toArray(),
      ),
  ],
  [
    "reductions",
    (maker, [f, accumulated, source, index]) =>
      lazyReductions(
        maker,
        given(f),
        given(accumulated),
        lazyIn(source),
        index === -1 ? -1 : indexIn(index),
      ),
  ],
]);

/** Returns the elements of `sequence`, which follow those that memory stored. */
function lazyRest(maker: Branch, sequence: Sequence): LazySeq {
  const walker = new Walker(sequence);
  return layeredSequence(
    maker,
    (branch) => walker.next(branch),
    isUnbounded(sequence),
    () => ["rest", walker.rest],
  );
}

type StageMaker = (argument: Value, other: Value | undefined) => Stage;

const stages: ReadonlyMap<string, StageMaker> = new Map<string, StageMaker>([
  ["identity", () => (next) => next],
  ["map", mapStage],
  ["filter", (predicate) => filterStage(predicate, true)],
  ["remove", (predicate) => filterStage(predicate, false)],
  ["keep", keepStage],
  ["map-indexed", mapIndexedStage],
  ["keep-indexed", keepIndexedStage],
  ["take-while", takeWhileStage],
  ["drop-while", dropWhileStage],
  ["take-nth", (step) => takeNthStage(Math.max(1, indexIn(step)))],
  ["random-sample", (probability) => randomSampleStage(Number(numberIn(probability)))],
  ["distinct", () => distinctStage()],
  ["dedupe", () => dedupeStage()],
  ["interpose", interposeStage],
  ["partition-by", (f, kind) => partitionByStage(f, kind === "vector" ? "vector" : "sequence")],
  ["partition-all", (size) => partitionAllStage(Math.max(1, indexIn(size)))],
  ["take", (count) => takeStage(countIn(count))],
  ["ending", (f, levels) => endingStage(f, indexIn(levels))],
  ["drop-last", (count) => dropLastStage(countIn(count))],
  [
    "transducer",
    (xform, halt) => transducerStage(xform, false, halt === "ends" ? "ends" : "is refused"),
  ],
  ["drop", (count) => dropStage(countIn(count))],
  ["replace", replacingStage],
]);

function continuedStage(
  maker: Branch,
  [form, source, index, phase, made, endless, saved]: Arguments,
): Value {
  const [name, ...args] = vectorIn(form).toArray();
  const stage = stages.get(textIn(name))?.(args[0] ?? null, args[1]);
  if (stage === undefined) throw new WrongArgument();
  const state: StageState = {
    index: indexIn(index),
    phase: phase === "finishing" || phase === "over" ? phase : "taking",
    made: vectorIn(made).toArray(),
    saved,
  };
  const call: [string, ...Value[]] = [textIn(name), ...args];
  return lazyThrough(maker, lazyIn(source), stage, endless === true, call, state);
}

/** Thrown for an argument that no sequence has described. */
class WrongArgument extends Error {}

function given(value: Value | undefined): Value {
  if (value === undefined) throw new WrongArgument();
  return value;
}

function optional<T>(
  value: Value | undefined,
  read: (value: Value | undefined) => T,
): T | undefined {
  return value === undefined ? undefined : read(value);
}

function sequenceIn(value: Value | undefined): Sequence {
  if (value instanceof Vector || value instanceof LazySeq) return value;
  throw new WrongArgument();
}

function lazyIn(value: Value | undefined): LazySeq {
  if (value instanceof LazySeq) return value;
  throw new WrongArgument();
}

function vectorIn(value: Value | undefined): Vector<Value> {
  if (value instanceof Vector) return value;
  throw new WrongArgument();
}

function sequencesIn(value: Value | undefined): readonly Sequence[] {
  return vectorIn(value).toArray().map(sequenceIn);
}

function atLeastOne<T>(items: readonly T[]): readonly T[] {
  if (items.length > 0) return items;
  throw new WrongArgument();
}

function indexIn(value: Value | undefined): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new WrongArgument();
}

/** Reads a number of elements, which may be a fraction or negative; see `elementCount`. */
function countIn(value: Value | undefined): number {
  if (typeof value === "number") return value;
  throw new WrongArgument();
}

function numberIn(value: Value | undefined): Numeric {
  if (typeof value === "number" || typeof value === "bigint") return value;
  throw new WrongArgument();
}

function textIn(value: Value | undefined): string {
  if (typeof value === "string") return value;
  throw new WrongArgument();
}
