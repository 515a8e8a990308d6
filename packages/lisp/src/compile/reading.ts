// Compiles nodes that read an existing value: locals, globals, `data/…`, and the parts of a value
// that patterns bind.

import {
  Keyword,
  MapValue,
  SetValue,
  Vector,
  getField,
  typeName,
  type Value,
} from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Closure, Frame, Thunk } from "../functions/closure.ts";
import { namesOfContext } from "../evaluation/host/context-names.ts";
import { OperandError } from "../evaluation/arguments/operand-error.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { after, type Result } from "../evaluation/result.ts";
import { Transient } from "../evaluation/state/transient.ts";
import { elementsOf } from "../sequence/elements.ts";
import { mapOfRest } from "../sequence/named-arguments.ts";
import { withElements } from "../sequence/realize.ts";
import { isIndex } from "../sequence/is-index.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import type { Node } from "../analysis/core-tree.ts";
import type { Site } from "../evaluation/site.ts";
import type { NodeCompiler } from "./compilation.ts";
import { GlobalReader } from "./global-reader.ts";

export const compileConstant: NodeCompiler<"constant"> =
  ({ value }) =>
  () =>
    value;

export const compileLocal: NodeCompiler<"local"> =
  ({ slot }) =>
  (frame) =>
    frame[slot] as Value;

export const compileSelf: NodeCompiler<"self"> = () => (frame) => frame[0] as Value;

/** Slot 0 of a function's frame is always its closure. */
export const compileCaptured: NodeCompiler<"captured"> =
  ({ index }) =>
  (frame) =>
    (frame[0] as Closure).captured[index] as Value;

export const compileGlobal: NodeCompiler<"global"> = ({ name, site }) => {
  const global = new GlobalReader(name, site);
  return (_, branch) => global.read(branch);
};

/**
 * Compiles `data/name`, which finds a field as the keyword does. Usually the analyzer has checked
 * that the field exists. It can't if a program was prepared without its context, or for a stored
 * function.
 */
export const compileData: NodeCompiler<"data"> = ({ name, site }) => {
  if (name === undefined) return (_, branch) => branch.evaluation.context;
  const key = new Keyword(name);
  return (_, branch) => {
    const { context } = branch.evaluation;
    const value = context instanceof MapValue ? getField(context, key, branch) : undefined;
    if (value !== undefined) return value;
    branch.site = site;
    const names = namesOfContext(context);
    // Each name is compared with the missing one, every time a program catches the error and tries
    // again.
    branch.spend(16 * names.length);
    throw new OperandError({ type: "field", op: `data/${name}`, name, names });
  };
};

export const compileHistory: NodeCompiler<"history"> =
  ({ index }) =>
  (_, branch) =>
    branch.evaluation.history[index] ?? null;

/**
 * Compiles `[a b]` in a pattern: nil beyond the end. A lazy sequence is computed only as far as
 * the pattern reads it.
 */
export const compileElement: NodeCompiler<"element"> = (
  { source, index, hasRest, site },
  compilation,
) => {
  const read = compilation.synchronous(source);
  return (frame, branch) => elementAt(read(frame, branch), index, hasRest, site, branch);
};

export function elementAt(
  value: Value,
  index: number,
  hasRest: boolean,
  site: Site,
  branch: Branch,
): Result {
  if (value instanceof Vector) return index < value.count ? value.at(index) : null;
  if (value === null) return null;
  branch.site = site;
  if (value instanceof LazySeq) return lazyElement(value.ask(index, branch), (element) => element);
  const sequence = hasRest ? value : sequential(value);
  return elementsOf(branch, sequence, "destructuring").get(index, null);
}

/** Compiles `& more` in a pattern: nil if nothing is left. */
export const compileRest: NodeCompiler<"rest"> = ({ source, from, site }, compilation) => {
  const read = compilation.synchronous(source);
  return (frame, branch) => restFrom(read(frame, branch), from, site, branch);
};

export function restFrom(value: Value, from: number, site: Site, branch: Branch): Result {
  if (value === null) return null;
  branch.site = site;
  if (value instanceof LazySeq) return lazyElement(value.ask(from, branch), () => value.drop(from));
  const elements = value instanceof Vector ? value : elementsOf(branch, value, "destructuring");
  if (elements.count <= from) return null;
  return elements.slice(from, elements.count, elements.kind === "list" ? "list" : "sequence");
}

function lazyElement(
  asked: Value | undefined | Promise<Value | undefined>,
  found: (element: Value) => Value,
): Result {
  const read = (element: Value | undefined): Value =>
    element === undefined ? null : found(element);
  return asked instanceof Promise ? asked.then(read) : read(asked);
}

/**
 * Returns `value`.
 * @throws EvaluationError `type_error` if `value` has no positions for a vector pattern to
 * destructure
 */
function sequential(value: Value): Value {
  if (value instanceof MapValue || value instanceof SetValue) {
    throw new EvaluationError(
      "type_error",
      `a vector pattern cannot destructure ${typeName(value)}`,
      {
        op: "destructuring",
        hint:
          value instanceof MapValue
            ? "use {:keys [a b]} for a map"
            : "a set has no positions: use (seq coll)",
      },
    );
  }
  return value;
}

/**
 * Counts a step for code inside a pattern. The pattern of a loop is destructured twice when the
 * loop begins, so loops inside the patterns of loops run twice as often with each level.
 */
function counted<Read extends Result>(
  node: Node,
  code: (frame: Frame, branch: Branch) => Read,
): (frame: Frame, branch: Branch) => Read {
  if (node.type === "constant") return code;
  return (frame, branch) => {
    if (--branch.ticks < 0) branch.refillAt(node.site);
    return code(frame, branch);
  };
}

export const synchronousPick: NodeCompiler<"pick"> = ({ source, key, otherwise }, compilation) => {
  const readSource = compilation.synchronous(source);
  const readKey = counted(key, compilation.synchronous(key));
  const readOtherwise =
    otherwise === undefined ? undefined : counted(otherwise, compilation.synchronous(otherwise));
  return (frame, branch) => {
    const whole = readSource(frame, branch);
    const read = whole instanceof LazySeq ? whole.realize(branch, "destructuring") : whole;
    const found = pick(read, readKey(frame, branch), branch);
    if (found !== undefined) return found;
    return readOtherwise === undefined ? null : readOtherwise(frame, branch);
  };
};

export const awaitingPick: NodeCompiler<"pick"> = ({ source, key, otherwise }, compilation) => {
  const readSource = compilation.synchronous(source);
  const readKey = counted(key, compilation.any(key));
  const readOtherwise: Thunk =
    otherwise === undefined ? () => null : counted(otherwise, compilation.any(otherwise));
  return (frame, branch) =>
    after(readKey(frame, branch), (keyValue) =>
      after(withElements(branch, readSource(frame, branch), "destructuring"), (read) => {
        const found = pick(read, keyValue, branch);
        return found === undefined ? readOtherwise(frame, branch) : found;
      }),
    );
};

/**
 * Returns the value that a map pattern without a computed key finds in `source`. Realizes
 * `source`.
 */
export function fieldAt(source: Value, key: Value, branch: Branch): Value | undefined {
  const read = source instanceof LazySeq ? source.realize(branch, "destructuring") : source;
  return pick(read, key, branch);
}

/**
 * Returns the value for a map pattern: the value at a key of a map, or the element of a
 * vector at an index. Returns `undefined` if it is missing, so that `:or` applies.
 */
function pick(source: Value, key: Value, branch: Branch): Value | undefined {
  if (source instanceof MapValue) return getField(source, key, branch);
  if (source instanceof Transient) return pick(source.current("destructuring"), key, branch);
  if (!(source instanceof Vector)) return undefined;
  if (source.isSequence) return pickArgument(source, key, branch);
  return isIndex(key, source.count) ? source.at(key) : undefined;
}

/**
 * Reads a named argument: a map pattern destructures a list such as `(1 :k 2)` as named arguments
 * after its first element.
 */
function pickArgument(source: Vector<Value>, key: Value, branch: Branch): Value | undefined {
  // A pattern has no call site, and that of the last call would mislead.
  branch.site = undefined;
  const named = mapOfRest(branch, source);
  return named instanceof MapValue ? getField(named, key, branch) : undefined;
}
