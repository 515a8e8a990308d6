// The result of a `for`: collected values, and lazy parts between them if a source is lazy. A lazy
// part has its own copy of the frame, because it is evaluated later, when the program has already
// written other values to the slots.
//
//   items | lazy part | items | lazy part | items        one vector without lazy parts

import { Vector, type Value } from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Frame } from "../functions/closure.ts";
import type { Result } from "../evaluation/result.ts";
import { isOfFields } from "../sequence/fields.ts";
import { elementAt, emptyVector, restOf, type Sequence } from "../sequence/sequence-source.ts";
import type { LazySeq, SequenceMakers } from "../sequence/lazy-seq.ts";
import { askAgain, endOfSequence } from "../sequence/produced.ts";

export class Collected {
  private items: Value[] = [];
  private parts: Sequence[] | undefined = undefined;
  private makers: SequenceMakers | undefined = undefined;
  private isOfFields = false;

  /**
   * Notes a source of elements and returns it as a plain value. The mark of a map of fields is
   * passed on; see `fields.ts`.
   */
  from(source: Value): Value {
    this.isOfFields ||= isOfFields(source);
    return source;
  }

  /** Returns an element of a source as the frame stores it. */
  element(element: Value, _source: Value): Value {
    return element;
  }

  /** True if the value of a test lets an element through. */
  test(value: Value): boolean {
    return isTruthy(value);
  }

  /** Returns a new collection for one element of a lazy source. */
  again(): Collected {
    return new Collected();
  }

  add(branch: Branch, value: Value): void {
    branch.charge(8);
    this.items.push(value);
  }

  addPart(part: LazySeq): void {
    this.parts ??= [];
    if (this.items.length > 0) this.parts.push(Vector.ofGrown(this.items));
    this.parts.push(part);
    this.makers = part.makers;
    this.items = [];
  }

  result(branch: Branch): Sequence {
    const made = this.made(branch);
    return this.isOfFields ? made.ofFields() : made;
  }

  private made(branch: Branch): Sequence {
    const items = Vector.ofGrown(this.items, "sequence");
    if (this.parts === undefined || this.makers === undefined) return items;
    const parts = items.count === 0 ? this.parts : [...this.parts, items];
    const [only] = parts;
    return only !== undefined && parts.length === 1
      ? only
      : this.makers.concatenation(branch, parts);
  }
}

/**
 * Returns a lazy sequence that takes an element of `source` when more is read and runs `inside`
 * for it. It yields everything collected for one element before it takes the next.
 */
export function lazyPart(
  branch: Branch,
  source: LazySeq,
  isEndless: boolean,
  frame: Frame,
  slot: number,
  inside: (frame: Frame, branch: Branch, collected: Collected) => Result,
  describe: (frame: Frame) => readonly Value[],
  whole: Collected,
  given: Value,
): LazySeq {
  branch.charge(96 + frame.length * 8);
  const own = frame.slice();
  let made: Sequence = emptyVector();
  let read = 0;
  let index = 0;
  let isOver = false;
  return source.makers.layered(
    branch,
    (asking) => {
      if (--asking.ticks < 0) asking.refill();
      const ready = elementAt(asking, made, read);
      if (ready !== undefined) {
        read++;
        return ready;
      }
      const element = isOver ? undefined : source.at(index, asking);
      if (element === undefined) return endOfSequence;
      own[slot] = whole.element(element, given);
      const collected = whole.again();
      const goOn = (wanted: Value): typeof askAgain => {
        made = collected.result(asking);
        read = 0;
        index++;
        isOver = wanted === false;
        return askAgain;
      };
      const wanted = inside(own, asking, collected);
      return wanted instanceof Promise ? wanted.then(goOn) : goOn(wanted);
    },
    isEndless,
    () =>
      isOver
        ? ["rest", restOf(made, read)]
        : ["for", ...describe(own), source.drop(index), restOf(made, read), isEndless],
  );
}
