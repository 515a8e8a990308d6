// All patterns over the data of one seed: what each answers, whether that is right, and what it
// takes.

import type { CountedModel } from "./by-heart.ts";
import { checkingModel, generateAndCheck } from "./generate-and-check.ts";
import { mapAndReduce, mapAndReduceModel } from "./map-and-reduce.ts";
import { orchestratorAndWorkers, orchestratorModel } from "./orchestrator-and-workers.ts";
import { leaksOf, litresByPump, plantsOf } from "./plants.ts";
import { plannerAndExecutor, plannerModel } from "./planner-and-executor.ts";
import { largeModel, smallModel, smallThenLarge } from "./small-then-large.ts";

export interface PatternRow {
  readonly pattern: string;
  readonly isRight: boolean;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly atOnce: number;
}

export async function allPatterns(seed: number): Promise<readonly PatternRow[]> {
  const plants = plantsOf(seed);
  const leaks = plants.flatMap(({ reports }) => reports.flatMap(leaksOf));
  const litresAt = (reports: readonly string[]): number =>
    reports.flatMap(leaksOf).reduce((sum, { litres }) => sum + litres, 0);
  const worst = plants.toSorted((a, b) => litresAt(b.reports) - litresAt(a.reports))[0];
  const reports = plants.flatMap((plant) => plant.reports);
  const report = reports.find((text) => leaksOf(text).length > 1) ?? "";

  const mapper = mapAndReduceModel();
  const reduced = await mapAndReduce(plants, mapper);
  const orchestrator = orchestratorModel();
  const inspected = await orchestratorAndWorkers(plants, orchestrator);
  const planner = plannerModel();
  const { audit } = await plannerAndExecutor(plants, planner);
  const checker = checkingModel();
  const names = plants.map(({ name }) => name);
  const checked = await generateAndCheck(names, days, [closedPlant(names)], checker);
  const models = { small: smallModel(), large: largeModel() };
  const escalated = await smallThenLarge(report, models);

  const answerOf = (step: { readonly ok: boolean; readonly return?: unknown }): unknown =>
    step.ok ? step.return : undefined;
  return [
    row("map and reduce", isSame(answerOf(reduced.step), litresByPump(leaks)), mapper),
    row(
      "orchestrator and workers",
      isSame(answerOf(inspected), {
        worst: worst?.name,
        litres: litresAt(worst?.reports ?? []),
        unread: [],
      }),
      orchestrator,
    ),
    row(
      "planner and executor",
      isSame(answerOf(audit), {
        reports: reports.length,
        leaking: reports.filter((text) => leaksOf(text).length > 0).length,
        litres: litresAt(reports),
      }),
      planner,
    ),
    row("generate and check", checked.findings.length === 0 && checked.rounds === 2, checker),
    row(
      "small, then large",
      isSame(
        answerOf(escalated.step),
        leaksOf(report).reduce((most, leak) => (leak.litres > most.litres ? leak : most)),
      ),
      models.small,
      models.large,
    ),
  ];
}

export const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** The first plant is closed on the day that a first proposal gives it. */
export function closedPlant(plants: readonly string[]): { plant: string; day: string } {
  return { plant: plants[0] ?? "", day: days[0] };
}

function row(pattern: string, isRight: boolean, ...models: readonly CountedModel[]): PatternRow {
  const sum = (name: "requests" | "inputTokens" | "outputTokens"): number =>
    models.reduce((total, { counted }) => total + counted[name], 0);
  return {
    pattern,
    isRight,
    requests: sum("requests"),
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    atOnce: Math.max(...models.map(({ counted }) => counted.atOnce)),
  };
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** The rows as a table in Markdown. */
export function patternTable(rows: readonly PatternRow[]): string {
  const cells = rows.map(({ pattern, isRight, requests, inputTokens, outputTokens, atOnce }) => [
    pattern,
    isRight ? "right" : "wrong",
    String(requests),
    String(atOnce),
    inputTokens.toLocaleString("en-US"),
    outputTokens.toLocaleString("en-US"),
  ]);
  const head = ["pattern", "answer", "requests", "at once", "input tokens", "output tokens"];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const line = (texts: readonly string[]): string =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join(
    "\n",
  );
}
