// Goes on with a run in a process of its own: the run comes as JSON by standard input, its step and
// the calls that were made leave as JSON by standard output.

import { text } from "node:stream/consumers";
import { run } from "../../src/index.ts";
import { held, optionsOf, orderProgram, orderTools, timeless } from "./order-program.ts";
import { HeldUpTools, type SuspendedRun } from "./suspending.ts";

const suspended = JSON.parse(await text(process.stdin)) as SuspendedRun;
const { tools, made } = new HeldUpTools(orderTools, held, suspended);
const step = await run(orderProgram, { ...optionsOf(suspended), tools });
process.stdout.write(JSON.stringify({ step: timeless(step), made }));
