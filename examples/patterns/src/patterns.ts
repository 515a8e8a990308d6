// Runs all patterns over the data of one seed, and reports for each whether its answer is right and
// how much it used.

import { checkingModel } from "./answers/generate-and-check.ts";
import { mapAndReduceModel } from "./answers/map-and-reduce.ts";
import { oneAgentModel } from "./answers/one-agent.ts";
import { orchestratorModel } from "./answers/orchestrator-and-workers.ts";
import { plannerModel } from "./answers/planner-and-executor.ts";
import { largeModel, smallModel } from "./answers/small-then-large.ts";
import type { CountedModel } from "./canned-model.ts";
import { factsOf } from "./facts.ts";
import { generateAndCheck } from "./generate-and-check.ts";
import { logsOf } from "./logs.ts";
import { mapAndReduce } from "./map-and-reduce.ts";
import { oneAgent } from "./one-agent.ts";
import { orchestratorAndWorkers } from "./orchestrator-and-workers.ts";
import { plannerAndExecutor, readingsOf } from "./planner-and-executor.ts";
import { partsOf } from "./reader.ts";
import { smallThenLarge } from "./small-then-large.ts";

export const limit = 250;

/** A pattern, or its share of one model. */
export interface PatternRow {
  readonly pattern: string;
  readonly isRight: boolean;
  readonly requests: number;
  readonly atOnce: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export async function allPatterns(seed: number): Promise<readonly PatternRow[]> {
  const logs = logsOf(seed);
  const facts = factsOf(logs, limit);

  const auditor = oneAgentModel();
  const audited = await oneAgent(logs, auditor);
  const mapper = mapAndReduceModel();
  const reduced = await mapAndReduce(logs, mapper);
  const orchestrator = orchestratorModel();
  const ordered = await orchestratorAndWorkers(logs, orchestrator);
  const planner = plannerModel();
  const planned = await plannerAndExecutor(readingsOf(logs), limit, planner);
  const checker = checkingModel();
  const checked = await generateAndCheck(facts.litres, checker);
  const models = { small: smallModel(), large: largeModel() };
  const alone = largeModel();
  let isEscalatedRight = true;
  for (const { text } of partsOf(logs)) {
    const escalated = await smallThenLarge(text, models);
    const byLarge = await smallThenLarge(text, { small: alone, large: alone });
    isEscalatedRight &&=
      escalated.step.ok && isSame(answerOf(escalated.step), answerOf(byLarge.step));
  }

  const audit = planned.kind === "handed-on" ? answerOf(planned.audit) : undefined;
  const isNoticeRight = checked.outcome === "right" && isNoticeOf(facts.litres, checked.notice);
  return [
    row("one agent", isSame(answerOf(audited), facts.litres), auditor),
    row("map and reduce", isSame(answerOf(reduced.step), facts.litres), mapper),
    row(
      "orchestrator and workers",
      isSame(answerOf(ordered), { orders: facts.orders, undecided: [] }),
      orchestrator,
    ),
    row("planner and executor", isSame(audit, facts.audit), planner),
    row("generate and check", isNoticeRight, checker),
    row("small, then large: small", isEscalatedRight, models.small),
    row("small, then large: large", isEscalatedRight, models.large),
    row("the large one alone", isEscalatedRight, alone),
  ];
}

interface Answered {
  readonly ok: boolean;
  readonly return?: unknown;
}

const answerOf = (step: Answered): unknown => (step.ok ? step.return : undefined);

function isNoticeOf(
  litres: readonly { readonly plant: string; readonly litres: number }[],
  notice = "",
): boolean {
  const sum = litres.reduce((total, each) => total + each.litres, 0);
  return (
    litres.every((each) => notice.includes(`${each.plant} with ${String(each.litres)} litres`)) &&
    notice.includes(`In all it was ${String(sum)} litres`)
  );
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function row(pattern: string, isRight: boolean, model: CountedModel): PatternRow {
  const { requests, atOnce, inputTokens, outputTokens } = model.counted;
  return { pattern, isRight, requests, atOnce, inputTokens, outputTokens };
}
