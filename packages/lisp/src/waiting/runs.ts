// The code for runs that may wait, and for sessions in a store, whose programs may wait. It loads
// in one piece with the first of them.

export { checkpointOfProgram } from "./checkpoint-of.ts";
export { prepareWaiting, runProgram } from "./prepared-runs.ts";
export { openSession } from "./open-session.ts";
export { resumeOptionsOf } from "./session-resume.ts";
export { resumeWaiting, runWaiting } from "./run-and-resume.ts";
