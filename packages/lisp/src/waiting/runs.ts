// The code for runs that may wait, which loads in one piece with the first of them.

export { prepareWaiting, runProgram } from "./prepared-runs.ts";
export { resumeWaiting, runWaiting } from "./waiting-run.ts";
