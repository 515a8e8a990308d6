// Limits the work of each read from a process: a step, a message, a task result, tool arguments, or
// a value of memory.

import { workBudget, type WorkMeter } from "@ptc/core/values";

/**
 * Maximum elements and fields, where texts count per 16 bytes. Reading this many takes one to
 * three seconds.
 */
const longestReading = 5_000_000;

/** @throws WorkLimitError from `spend` */
export function readingBudget(): WorkMeter {
  return workBudget("reading the response of the program's process", longestReading);
}
