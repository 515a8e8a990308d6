// `@ptc/viewer/model`: the data of a run for a page, made from trace events on any host.

export { buildRunViews } from "./build-run-view.ts";
export type { ViewedRun } from "./build-run-view.ts";
export { compareTurns } from "./compare-turns.ts";
export type { DifferingPart, ComparedRun, ComparedTurn } from "./compare-turns.ts";
export { programTokens } from "./program-tokens.ts";
export type { Token, TokenKind } from "./program-tokens.ts";
export type {
  CallView,
  ChangeView,
  FailView,
  MessageView,
  MissionView,
  ProgramView,
  RequestView,
  SpanStatus,
  ViewSummary,
  RunView,
  SpanView,
  TextView,
  TurnView,
  WaitView,
} from "./run-view.ts";
export type { TextLimits, TextTable } from "./text-table.ts";
