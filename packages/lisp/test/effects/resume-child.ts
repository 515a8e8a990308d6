// Resumes a run in a separate process. It reads the run as JSON from standard input, and writes its
// step and its calls as JSON to standard output.

import { text } from "node:stream/consumers";
import { run } from "../../src/index.ts";
import { held, optionsOf, orderProgram, orderTools, timeless } from "./order-program.ts";
import { HeldUpTools, type SuspendedRun } from "./suspending.ts";

const suspended = JSON.parse(await text(process.stdin)) as SuspendedRun;
const { tools, made } = new HeldUpTools(orderTools, held, suspended);
const step = await run(orderProgram, { ...optionsOf(suspended), tools });
process.stdout.write(JSON.stringify({ step: timeless(step), made }));
