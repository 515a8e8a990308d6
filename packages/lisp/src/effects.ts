// `@ptc/lisp/effects`: lists the possible effects of a program before it runs.

export { analyze } from "./entry/analyze.ts";
export { effectTable } from "./effect-analysis/effect-table.ts";
export type { EffectAnalysis } from "./effect-analysis/analyze-with.ts";
export type { AnalyzeOptions } from "./effect-analysis/effects-of.ts";
export type {
  ArgumentShapes,
  EffectSite,
  ProgramEffects,
  ProgramResult,
  ShapeType,
  TaskReach,
  ToolReach,
  ValueShape,
} from "./effect-analysis/effect-analysis.ts";
export { explainPolicy } from "./policy/explain-policy.ts";
export type { ExplainedCall } from "./policy/explain-policy.ts";
export { rehearse } from "./rehearsal/rehearse.ts";
export type { Rehearsal } from "./rehearsal/rehearse.ts";
export { resumePlan, runPlan } from "./rehearsal/run-plan.ts";
export type { PlanRunOptions } from "./rehearsal/run-plan.ts";
export type { Plan, PlannedCall } from "./rehearsal/plan.ts";
