// `*e`: the last error, as a map that programs can read.

import { Keyword, type Value } from "@ptc/core/values";
import { MapBuilder } from "@ptc/core/internal/values";

/** Its name in the memory of a session. */
export const lastErrorName = "*e";

const longestMessage = 10_000;

/** Returns `{:reason "…" :message "…"}`. */
export function errorMap({
  reason,
  message,
}: {
  readonly reason: string;
  readonly message: string;
}): Value {
  const builder = new MapBuilder();
  builder.set(new Keyword("reason"), reason);
  builder.set(new Keyword("message"), message.slice(0, longestMessage));
  return builder.build();
}
