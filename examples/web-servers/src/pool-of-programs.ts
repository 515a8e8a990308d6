// Runs programs in processes of their own, for servers on Node.

import { createPool } from "@ptc/lisp/node";
import type { ProgramRunner } from "./desk.ts";

const pool = createPool({ size: 2, memoryMb: 64 });

const limits = { steps: 1_000_000, memoryBytes: 20_000_000, outputBytes: 100_000, timeoutMs: 2000 };

export const runInPool: ProgramRunner = (program, signal) => pool.run(program, { limits, signal });
