// Measures the live heap of the process after a full garbage collection.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Returns the reachable bytes. */
export function liveHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
