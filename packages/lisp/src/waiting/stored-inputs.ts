// The inputs of a run that its checkpoint stores: its context and its journal.

import type { Json } from "@ptc/core/encoding";
import { shortened } from "@ptc/core/internal/printing";
import { decodedValue, isFields } from "@ptc/core/internal/stored";
import { workBudget } from "@ptc/core/values";
import { CheckpointError } from "./checkpoint-error.ts";
import { encodedInPieces } from "./encoded-pieces.ts";
import { UnwritableError } from "./write-checkpoint.ts";

/** Limit of the work to write one input. */
const mostWork = 4_000_000;

/**
 * Returns an input in the tagged encoding.
 * @throws UnwritableError for data that is too large or isn't data
 */
export async function wholeJson(name: string, value: unknown = {}): Promise<Json> {
  try {
    return await encodedInPieces(value, workBudget(`writing the ${name}`, mostWork));
  } catch (error) {
    const why = error instanceof Error ? error.message : "it isn't data";
    throw new UnwritableError(`the ${name} can't be stored: ${shortened(why, 300)}`);
  }
}

/** Returns the fields of a kept input. @throws CheckpointError unless `json` has fields */
export function fieldsOf(json: Json, name: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = decodedValue(json, name);
  } catch {
    value = undefined;
  }
  if (isFields(value)) return value;
  throw new CheckpointError("unreadable", `the checkpoint is damaged: ${name} has no fields`);
}
