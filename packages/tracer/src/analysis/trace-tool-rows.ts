// The rows that the tools of `traceTools` return. Their names are those of the tools' signatures.

import { presentFields } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import type { TraceSpan } from "../trace-tree.ts";
import { OmittedResult } from "./analysis-events.ts";
import type { RunGroup } from "./run-groups.ts";
import type { TracedRun } from "./run-summary.ts";
import { countOf, failOf, isFailed, nameOfSpan, resultBytes, turnNumber } from "./span-parts.ts";
import { walkSpans } from "./walk-spans.ts";

/** Longer programs, prints and messages are cut. */
const longestText = 100_000;
const mostPrints = 1_000;

export function runRow(run: TracedRun) {
  const { traceId, agent, prompt, outcome, reason, message, models, promptVersion } = run;
  return {
    run: traceId,
    outcome,
    ...presentFields({ agent, prompt, reason, message, prompt_version: promptVersion }),
    turns: run.turns,
    repairs: run.repairs,
    child_missions: run.childMissions,
    requests: run.requests,
    failed_requests: run.failedRequests,
    input_tokens: run.inputTokens,
    cached_input_tokens: run.cachedInputTokens,
    output_tokens: run.outputTokens,
    calls: run.toolCalls,
    failed_calls: run.failedCalls,
    tool_bytes: run.toolBytes,
    models: models.flatMap(({ model }) => (model === undefined ? [] : [model])),
    ...presentFields({ cost: run.cost, ms: run.durationMs }),
  };
}

export function groupRow(group: RunGroup) {
  const { key, passRate, cost } = group;
  return {
    ...presentFields({ key, pass_rate: passRate, cost: cost?.total }),
    runs: group.runs,
    answered: group.answered,
    partial: group.partial,
    failed: group.failed,
    waiting: group.waiting,
    unfinished: group.unfinished,
    turns: group.turns.total,
    repairs: group.repairs.total,
    input_tokens: group.inputTokens.total,
    cached_input_tokens: group.cachedInputTokens,
    output_tokens: group.outputTokens.total,
    calls: group.toolCalls.total,
    failed_calls: group.failedCalls,
  };
}

export function* turnRows({ roots }: Pick<TracedRun, "roots">) {
  for (const { span, mission } of walkSpans(roots)) {
    if (span.name !== "turn") continue;
    const { end, durationMs } = span;
    const { prints, ...program } = programOf(span);
    const fail = failOf(span);
    const agent = mission === undefined ? undefined : nameOfSpan(mission);
    yield {
      mission: span.traceId,
      turn: turnNumber(span) ?? 0,
      ok: end !== undefined && !isFailed(span),
      done: end?.type === "turn-end" && end.data.done,
      prints,
      ...usageOf(span),
      ...presentFields({
        agent,
        ...program,
        error: fail === undefined ? undefined : textOf(`${fail.reason}: ${fail.message}`),
        feedback: end?.type === "turn-end" ? textOf(end.data.feedback) : undefined,
        ms: durationMs,
      }),
    };
  }
}

function programOf({ children }: TraceSpan) {
  const span = children.find(({ name }) => name === "program");
  const { start, end } = span ?? {};
  return {
    program: start?.type === "program-start" ? textOf(start.data.source) : undefined,
    value: end?.type === "program-end" ? textOf(end.data.text) : undefined,
    prints:
      end?.type === "program-end"
        ? end.data.prints.slice(0, mostPrints).map((print) => shortened(print, longestText))
        : [],
  };
}

function usageOf({ children }: TraceSpan) {
  let [inputTokens, outputTokens, calls, failedCalls] = [0, 0, 0, 0];
  for (const child of children) {
    if (child.end?.type === "model-request-end") {
      inputTokens += countOf(child.end.data.usage?.inputTokens);
      outputTokens += countOf(child.end.data.usage?.outputTokens);
    }
    // Native calls are below the turn, and those of a program below the program.
    for (const span of [child, ...child.children]) {
      if (span.name !== "tool-call") continue;
      calls += 1;
      if (isFailed(span)) failedCalls += 1;
    }
  }
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    ...{ calls, failed_calls: failedCalls },
  };
}

export function* callRows({ roots }: Pick<TracedRun, "roots">) {
  for (const { span, mission, turn } of walkSpans(roots)) {
    if (span.name !== "tool-call") continue;
    const { start, end, durationMs } = span;
    const ended = end?.type === "tool-call-end" ? end.data : undefined;
    const result = ended?.result instanceof OmittedResult ? undefined : ended?.result;
    yield {
      mission: span.traceId,
      tool: nameOfSpan(span) ?? "",
      arguments: start?.type === "tool-call-start" ? start.data.args : undefined,
      cached: ended?.cached === true,
      bytes: resultBytes(span),
      ...presentFields({
        agent: mission === undefined ? undefined : nameOfSpan(mission),
        turn: turn === undefined ? undefined : turnNumber(turn),
        ok: ended?.ok,
        result,
        error: textOf(ended?.error),
        ms: durationMs,
      }),
    };
  }
}

/** Returns the messages of the last request of a turn. @throws Error for an unknown turn */
export function messageRows(
  { roots }: Pick<TracedRun, "roots">,
  missionId: unknown,
  turn: unknown,
): readonly { readonly role: string; readonly content: string }[] {
  for (const { span } of walkSpans(roots)) {
    if (span.name !== "turn" || span.traceId !== missionId || turnNumber(span) !== turn) continue;
    const request = span.children.findLast(({ name }) => name === "model-request")?.start;
    if (request?.type !== "model-request-start") return [];
    return request.data.messages.map(({ role, content }) => ({
      role,
      content: shortened(content, longestText),
    }));
  }
  throw new Error(
    `no turn ${String(turn)} of the mission ${JSON.stringify(missionId)}: use a :mission and :turn of tool/trace_turns`,
  );
}

function textOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : shortened(text, longestText);
}
