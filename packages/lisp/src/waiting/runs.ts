// The code for runs that may wait, for sessions in a store, whose programs may wait, and for runs
// under a policy. It loads in one piece with the first of them.

export { checkpointOfProgram } from "./checkpoint-of.ts";
export { prepareWaiting, runProgram } from "./prepared-runs.ts";
export { openSession } from "./open-session.ts";
export { resumeOptionsOf } from "./session-resume.ts";
export { resumeWaiting, runWaiting } from "./run-and-resume.ts";
export { runWith } from "./run-with.ts";
// Policies let calls wait. The analysis of effects, which they read, is for traces too: as a piece
// of its own, it would split the code that it shares with this one into more files.
export { deniedBefore, runUnderPolicy } from "./run-under-policy.ts";
export { underPolicy } from "./under-policy.ts";
export { tracedEffects } from "../effect-analysis/traced-effects.ts";
