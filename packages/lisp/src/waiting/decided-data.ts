// The data of decisions as later passes of the run read it, so that this pass continues like them.

import type { ToolArguments } from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import { decodedValue, isFields } from "@ptc/core/internal/stored";
import { encodedData } from "./call-outcomes.ts";
import { restored } from "./restored-values.ts";

/** Returns data of a decision. @throws Error for data that can't be stored */
export function decidedData(data: unknown): unknown {
  assertSettled(data);
  return decodedValue(encodedData(data), "decision");
}

/** @throws TypeError for a promise, which a later pass couldn't read */
export function assertSettled(data: unknown): void {
  if (isThenable(data)) throw new TypeError("expected data, got a promise: await it first");
}

/**
 * Returns the arguments of an edited call. Values that are as shown keep the requested values,
 * which may be hidden.
 * @throws Error for arguments that can't be stored, or aren't fields
 */
export function decidedEdit(edit: unknown, shown: unknown, requested: unknown): ToolArguments {
  const edited = decidedData(restored(edit, shown, requested));
  if (isFields(edited)) return edited;
  throw new TypeError("expected an object with the arguments of the call");
}
