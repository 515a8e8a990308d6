// How much the process holds on to: its heap after everything that can be collected is.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes that are still reached. */
export function liveHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
