// A transient collection as its readers see it: as the collection inside.
// builtins/collections/transient-collection.ts implements its changes.

import type { MapValue, SetValue, Value, Vector } from "@ptc/core/values";
import { ProgramBound } from "./program-bound.ts";

export type Editable = Vector<Value> | MapValue<Value> | SetValue<Value>;

export abstract class Transient extends ProgramBound {
  readonly typeName = "transient";

  /**
   * Returns the current collection.
   * @throws EvaluationError after `persistent!`
   */
  abstract current(operation: string): Editable;

  /** Marks the current collection as made from a map of fields, see `sequence/fields.ts`. */
  abstract ofFields(): this;
}
