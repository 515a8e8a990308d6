// What `transient` makes, as whoever reads it sees it: it stands for the collection that it holds.
// How it changes, builtins/collections/transient-collection.ts says.

import type { MapValue, SetValue, Value, Vector } from "@ptc/core/values";
import { ProgramBound } from "./program-bound.ts";

export type Editable = Vector<Value> | MapValue<Value> | SetValue<Value>;

export abstract class Transient extends ProgramBound {
  readonly typeName = "transient";

  /**
   * The collection that it holds now.
   * @throws EvaluationError after `persistent!`
   */
  abstract current(operation: string): Editable;
}
