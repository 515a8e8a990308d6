// Numbers of reports as text.

import { groupedNumber } from "@ptc/core/internal/json";
import type { Interval } from "../statistics/wilson.ts";
import type { TextHint, VariantComparison, VariantReport } from "./eval-report.ts";

/** Shown where a number isn't known. */
const unknown = "unknown";

/** Returns `93.3%`. */
export function percentText(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

/** Returns `93.3% (86.1% to 96.9%)`, or only the interval without runs. */
export function rateText({
  passRate,
  interval,
}: {
  readonly passRate?: number;
  readonly interval: Interval;
}): string {
  if (passRate === undefined) return "no runs";
  return `${percentText(passRate)} (${percentText(interval.low)} to ${percentText(interval.high)})`;
}

/** Returns `1.25`, or a whole number without decimal places. */
function meanText(mean: number): string {
  return Number.isInteger(mean) ? groupedNumber(mean) : mean.toFixed(2);
}

/** Returns `$0.0042`, with enough digits to compare. */
function costText(cost: number | undefined): string {
  if (cost === undefined) return unknown;
  return `$${cost >= 1 || cost === 0 ? cost.toFixed(2) : cost.toPrecision(2)}`;
}

/** Returns `320 ms` or `4.2 s`. */
function timeText(milliseconds: number): string {
  return milliseconds < 1_000
    ? `${String(Math.round(milliseconds))} ms`
    : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** A part of a row: its title and its text. */
export type Cells = Readonly<Record<string, string | number>>;

/** Returns the row of a variant. */
export function variantCells(variant: VariantReport): Cells {
  const { tokens, cost, judgeCost } = variant;
  const about = tokens?.estimated === true ? "about " : "";
  return {
    variant: variant.name,
    runs: variant.runs,
    "pass rate": rateText(variant),
    failed: variant.failed,
    errors: variant.errored,
    turns: meanText(variant.turns.mean),
    repairs: meanText(variant.repairs.mean),
    calls: meanText(variant.toolCalls.mean),
    "tokens in":
      tokens === undefined ? unknown : `${about}${groupedNumber(Math.round(tokens.input.mean))}`,
    cached:
      tokens === undefined
        ? unknown
        : percentText(tokens.input.total === 0 ? 0 : tokens.cached / tokens.input.total),
    "tokens out":
      tokens === undefined ? unknown : `${about}${groupedNumber(Math.round(tokens.output.mean))}`,
    cost: costText(cost?.total),
    ...(judgeCost === undefined ? {} : { judge: costText(judgeCost) }),
    p50: timeText(variant.latency.p50),
    p95: timeText(variant.latency.p95),
  };
}

/** Returns the sentences about a comparison. */
export function comparisonTexts({
  baseline,
  variant,
  cases,
  onlyBaseline,
  onlyVariant,
  probability,
  tokens,
  turns,
}: VariantComparison): readonly string[] {
  const verdict =
    probability < 0.05 ? "a difference" : "too few differences to distinguish the variants";
  return [
    `${variant} with ${baseline}: ${groupedNumber(cases)} cases, ${groupedNumber(onlyVariant)} passed only with ${variant}, ${groupedNumber(onlyBaseline)} only with ${baseline}; p = ${probability.toPrecision(2)} (McNemar), ${verdict}`,
    ...(tokens === undefined
      ? []
      : [
          `Tokens of a case: ${signed(Math.round(tokens.mean))} (95%: ${signed(Math.round(tokens.low))} to ${signed(Math.round(tokens.high))})`,
        ]),
    ...(turns === undefined
      ? []
      : [
          `Turns of a case: ${signed(round(turns.mean))} (95%: ${signed(round(turns.low))} to ${signed(round(turns.high))})`,
        ]),
  ];
}

const kindTexts: Readonly<Record<TextHint["kind"], string>> = {
  prompt: "Part of the prompt",
  error: "Error message",
  tool: "Description of the tool",
};

/** Returns the sentence about a text that cost turns. */
export function hintText({ kind, text, turns, runs, share, example }: TextHint): string {
  return `${kindTexts[kind]}: ${text}. ${groupedNumber(turns)} failed turns in ${groupedNumber(runs)} runs, ${percentText(share)} of all; for example ${example.case} (${example.variant})`;
}

function signed(number: number): string {
  return `${number > 0 ? "+" : ""}${groupedNumber(number)}`;
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
