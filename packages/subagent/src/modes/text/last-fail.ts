// Returns the failure of a mission whose last answer was rejected.

import type { Fail } from "@ptc/core/contracts";
import type { ModeTurn } from "../mode.ts";

export function lastFail(fail: Fail, { number }: ModeTurn): Fail {
  const times = number === 1 ? "" : `, asked ${String(number)} times`;
  return { ...fail, message: `the model's answer does not match${times}: ${fail.message}` };
}
