// `@ptc/evals`: runs suites of missions with several variants, and reports which is better.

export { defineSuite } from "./suite/define-suite.ts";
export type {
  AgentCase,
  CaseWorld,
  EvalCase,
  EvalSuite,
  PromptCase,
  SuiteOptions,
  VariantOptions,
  WorldCase,
} from "./suite/eval-case.ts";
export { directVariant } from "./suite/variant.ts";
export type { EvalVariant } from "./suite/variant.ts";

export { runEval } from "./run/run-eval.ts";
export type { FinishedEval } from "./run/run-eval.ts";
export type { EvalOptions, EvalProgress } from "./run/eval-options.ts";
export type { EvalPrice } from "./run/eval-spending.ts";
export type { RunName, Unfinished } from "./run/run-case.ts";

export { custom, exact, numeric, schema, unordered } from "./score/answer-scorers.ts";
export type { CustomVerdict, NumericOptions } from "./score/answer-scorers.ts";
export { llmScorer } from "./score/llm-scorer.ts";
export type { LlmScorerOptions } from "./score/llm-scorer.ts";
export type { Judgment, Score, ScoredRun, Scorer } from "./score/scorer.ts";
export { mostCalls, noFirewalledRequest, noWriteBeforeApproval } from "./score/step-scorers.ts";

export type {
  EvalOutcome,
  EvalResult,
  NamedScore,
  ResultTokens,
  TextCost,
} from "./results/eval-result.ts";
export type {
  CaseReport,
  EvalReport,
  FailureGroup,
  RunNumbers,
  RunReference,
  TagReport,
  TextHint,
  VariantComparison,
  VariantReport,
} from "./report/eval-report.ts";

export { reportHtml } from "./report/html-report.ts";
export type { ReportHtmlOptions } from "./report/html-report.ts";
export { reportJUnit } from "./report/junit-xml.ts";
export { readReport } from "./run/read-report.ts";
export type { ReadReportOptions } from "./run/read-report.ts";

export { bootstrapMean } from "./statistics/bootstrap.ts";
export type { MeanDifference } from "./statistics/bootstrap.ts";
export { mcnemarExact } from "./statistics/mcnemar.ts";
export { wilsonInterval } from "./statistics/wilson.ts";
export type { Interval } from "./statistics/wilson.ts";
