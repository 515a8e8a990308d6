// The fail of a run that ended because an entry of its checkpoint couldn't be stored.

import { shortened } from "@ptc/core/internal/printing";
import { thrownMessage } from "../evaluation/errors/raised.ts";

/** Returns the reason and the message. */
export function unstoredFail(error: unknown): {
  readonly reason: "store_failed" | "checkpoint_failed";
  readonly message: string;
} {
  const why = shortened(thrownMessage(error, "it failed"), 1_000);
  return isStoreError(error)
    ? {
        reason: "store_failed",
        message: `the state of the run can't be stored, so the run was ended: ${why}`,
      }
    : {
        reason: "checkpoint_failed",
        message: `an entry of the checkpoint can't be stored, so the run was ended: ${why}`,
      };
}

/** By name, because `@ptc/core/store` isn't loaded for applications without stores. */
function isStoreError(error: unknown): boolean {
  return error instanceof Error && error.name === "StoreError";
}
