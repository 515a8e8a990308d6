// The outcomes of calls whose tools suspended themselves, in checkpoints and recordings.

import type { Json } from "@ptc/core/encoding";
import { isObject } from "@ptc/core/internal/host";
import { decodedValue, storableValue } from "@ptc/core/internal/stored";
import { suspend, type Suspension } from "@ptc/lisp";

/** Returns the outcome of a call whose tool suspended itself. */
export function suspensionJson({ options: { reason, until, data } }: Suspension): object {
  return {
    suspended: {
      reason,
      ...(until === undefined ? {} : { until }),
      ...(data === undefined ? {} : { data: storableValue(data) }),
    },
  };
}

/** Returns the error with which the tool suspended itself, if it did. */
export function suspensionOf(outcome: Json): Suspension | undefined {
  const suspended: unknown = isObject(outcome) ? outcome["suspended"] : undefined;
  if (!isObject(suspended)) return undefined;
  const { reason, until, data } = suspended;
  return suspend({
    reason: typeof reason === "string" ? reason : "",
    ...(typeof until === "number" ? { until } : {}),
    ...(data === undefined ? {} : { data: decodedValue(data, "data") }),
  });
}
