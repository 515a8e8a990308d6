// `@ptc/evals/recordings`: records the runs of an eval, and replays them with today's cases. It
// needs zod 4, which the application installs.

export { replayEval } from "./replay-eval.ts";
export type { ReplayEvalOptions, ReplayedEval } from "./replay-eval.ts";
export { runRecorder } from "./run-note.ts";
