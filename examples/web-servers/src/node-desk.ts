// The desk of the servers on Node.

import { Desk } from "./desk.ts";
import { runInPool } from "./pool-of-programs.ts";

const { DESK_ABANDONED_MS: abandonedMs = "30000" } = process.env;

export const desk = new Desk({ runProgram: runInPool, abandonedMs: Number(abandonedMs) });
