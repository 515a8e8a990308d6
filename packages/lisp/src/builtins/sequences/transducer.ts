// Transducers as values: `(map f)` and others without a collection. A transducer takes a reducing
// function and returns one. Its stages are those of the sequence functions.

import type { Value } from "@ptc/core/values";
import { call0, call1, call2 } from "../../functions/callable.ts";
import type { Result } from "../../evaluation/result.ts";
import { bytesOfFunction } from "../../evaluation/budget/byte-costs.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { DerivedFunction, NativeFunction } from "../../functions/derived-function.ts";
import type { Flow, Sink, Stage } from "../../sequence/stages.ts";
import type { StageForm } from "./lazy-transforms.ts";
import { severalElements } from "./several-elements.ts";
import { Reduced, unreduced } from "../../functions/reduced.ts";

/** A transducer that consists of one stage, such as `(filter odd?)`. */
export class Transducer extends DerivedFunction {
  readonly stage: Stage;
  /** The call that makes the stage; see `persistence/sequence-makers.ts`. */
  readonly form: StageForm;

  constructor(maker: string, parts: readonly Value[], stage: Stage, form: StageForm) {
    super(maker, parts, (branch, args) => {
      branch.charge(bytesOfFunction);
      return reducingFunction(stage, args[0] ?? null);
    });
    this.stage = stage;
    this.form = form;
  }
}

/** The bytes of the list of a form, beside those of a function. */
const bytesOfForm = 64;

/** Returns the transducer that `(maker ...parts)` makes. */
export function transducer(
  branch: Branch,
  maker: string,
  parts: readonly Value[],
  stage: Stage,
  form: StageForm = [maker, ...parts],
): Value {
  branch.charge(bytesOfFunction + bytesOfForm + parts.length * 8);
  return new Transducer(maker, parts, stage, form);
}

/** Runs `reduce` step by step; `accumulated` stores the result of the steps while a stage works. */
class Accumulator implements Sink {
  accumulated: Value = null;
  private readonly reducer: Value;

  constructor(reducer: Value) {
    this.reducer = reducer;
  }

  take(branch: Branch, element: Value): Flow {
    const result = call2(branch, this.reducer, this.accumulated, element);
    return result instanceof Promise ? result.then((value) => this.keep(value)) : this.keep(result);
  }

  finish(): Flow {
    return true;
  }

  private keep(value: Value): boolean {
    this.accumulated = unreduced(value);
    return !(value instanceof Reduced);
  }
}

export function reducingFunction(stage: Stage, reducer: Value): Value {
  const accumulator = new Accumulator(reducer);
  const sink = stage(accumulator);
  return new NativeFunction((branch, args) => {
    const [accumulated = null, element = null] = args;
    if (args.length === 0) return call0(branch, reducer);
    accumulator.accumulated = accumulated;
    if (args.length === 1)
      return afterFlow(sink.finish(branch), () => call1(branch, reducer, accumulator.accumulated));
    const taken =
      args.length === 2 ? sink.take(branch, element) : takeMany(branch, sink, args.slice(1));
    return afterFlow(taken, (wanted) =>
      wanted ? accumulator.accumulated : new Reduced(accumulator.accumulated),
    );
  });
}

/** Takes elements of several collections at once, which only `map` and `mapcat` support. */
function takeMany(branch: Branch, sink: Sink, elements: readonly Value[]): Flow {
  if (sink.takeMany !== undefined) return sink.takeMany(branch, elements);
  throw severalElements(elements.length);
}

function afterFlow(before: Flow, next: (wanted: boolean) => Result): Result {
  return before instanceof Promise ? before.then(next) : next(before);
}
