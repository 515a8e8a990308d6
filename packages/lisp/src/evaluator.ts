// `@ptc/lisp/evaluator`: runs programs of many users in fair turns and within quotas.

export { createEvaluator } from "./users/evaluator.ts";
export type {
  Evaluator,
  ProgramPool,
  RunnerOptions,
  RunnerResumeOptions,
  UserOption,
} from "./users/evaluator.ts";
export type { EvaluatorEvent, EvaluatorLoad, UsedWork } from "./users/evaluator-event.ts";
export type { EvaluatorOptions, UserQuotas } from "./users/evaluator-options.ts";
export type { Quota, Refusal } from "./users/refusal.ts";
export type { CountedStep } from "./users/used-work.ts";
