// How much the host reads of what one run answers: values, prints, tasks and arguments of tools.

import { workBudget, type WorkMeter } from "@ptc/core/values";

/** Elements and fields, and texts by 16 bytes. Reading so many takes one to three seconds. */
const longestReading = 5_000_000;

/** @throws WorkLimitError from `spend` */
export function readingBudget(): WorkMeter {
  return workBudget("reading what the program's process has answered", longestReading);
}
