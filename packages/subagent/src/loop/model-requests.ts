// Sends the requests of a mission to its model. Shortens the conversation before a turn if
// necessary.

import type { Fail, TraceScope } from "@ptc/core/contracts";
import { isThenable, requestId, summaryRequestId } from "@ptc/core/internal/contracts";
import type { JournalEntries } from "@ptc/core/internal/journal";
import type { LanguageModel, ModelResponse } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import { nextTask } from "@ptc/core/internal/task";
import { endsRun } from "../agent/ends-run.ts";
import { Compactor } from "../compaction/compactor.ts";
import type { AskedSummary, SummaryQuestion } from "../compaction/summary.ts";
import { traitsOf } from "../mode-traits/mode-table.ts";
import { askFail, endFail, type AskResult } from "../model/ask-model.ts";
import type { ModelDelta } from "../model/model-delta.ts";
import { resolveModel, type ModelRegistry } from "../model/resolve-model.ts";
import { streamedModel, type AnswerReader } from "../model/streamed-model.ts";
import type { ModeTurn, RequestParts } from "../modes/mode.ts";
import { tracedMessage } from "../step/step-message.ts";
import { withCacheBoundaries } from "./cache-boundaries.ts";
import { AnswerDeltas } from "./answer-deltas.ts";
import { RequestSender, type SenderOptions } from "./request-sender.ts";

export interface ModelRequestsOptions extends SenderOptions {
  readonly runId: string;
  readonly model: LanguageModel;
  /** Models by name, for summaries. */
  readonly registry: ModelRegistry | undefined;
  readonly journal: JournalEntries | undefined;
}

export type AskedModel =
  | { readonly ok: true; readonly response: ModelResponse }
  | { readonly ok: false; readonly fail: Fail };

export class ModelRequests {
  private readonly options: ModelRequestsOptions;
  private readonly sender: RequestSender;
  private readonly compactor: Compactor | undefined;
  private last = { turn: 0, request: 0 };
  /** The number of messages of the previous request that are still in the conversation. */
  private sentBefore = 0;
  /** Why the run can't continue after the request for a summary. */
  private summaryEnd: Fail | undefined = undefined;

  constructor(options: ModelRequestsOptions) {
    const { agent, log, journal } = options;
    const { compaction: option } = agent;
    this.options = options;
    this.sender = new RequestSender(options);
    this.compactor =
      option === undefined || agent.maxTurns === 1
        ? undefined
        : new Compactor({ agent, option, log, journal, ask: (asked) => this.askSummary(asked) });
  }

  /** Why the run can't continue. */
  private get ended(): Fail | undefined {
    const failure = this.options.journal?.failure;
    return failure === undefined ? this.summaryEnd : endFail(failure);
  }

  /** Shortens a long conversation. Call it before the first request of each turn. */
  async prepare(turn: Pick<ModeTurn, "number" | "trace">): Promise<void> {
    if (this.compactor !== undefined) this.sentBefore -= await this.compactor.beforeTurn(turn);
  }

  /**
   * Sends the conversation with `parts` and traces the attempts in the turn. `watch` creates a
   * reader that sees each response while it is written, and may stop it.
   */
  async ask(
    parts: RequestParts,
    { number: turn, trace }: Pick<ModeTurn, "number" | "trace">,
    watch: () => AnswerReader | undefined,
  ): Promise<AskedModel> {
    const { agent, log, runId, model } = this.options;
    const { ended } = this;
    if (ended !== undefined) return { ok: false, fail: ended };
    const request = this.nextOf(turn);
    const deltas = this.deltas(turn, trace);
    const { messages } = log;
    const sent = withCacheBoundaries(messages, this.sentBefore);
    this.sentBefore = messages.length;
    const { result, attempts } = await this.sender.send({
      model,
      asked: streamedModel(model, () => deltas.reader(watch()), nextTask),
      messages: sent,
      parts,
      turn,
      modelOptions: agent.modelOptions,
      requestId: (attempt) => requestId(runId, turn, request, attempt),
      trace,
      traced: () => ({ messages: log.tracedMessages() }),
      begin: (span) => {
        deltas.begin(span);
      },
    });
    if (!result.ok) return { ok: false, fail: this.failOf(result, attempts) };
    deltas.end(result.response);
    return result;
  }

  /** Requests a summary of the turns to omit. */
  private async askSummary({
    messages,
    maxOutputTokens,
    turn,
    trace,
  }: SummaryQuestion): Promise<AskedSummary> {
    const { agent, options, runId, registry } = this.options;
    if (this.ended !== undefined) return this.noSummary(this.ended);
    const { headers, providerOptions } = agent.modelOptions;
    const llm = agent.compaction?.llm;
    const resolved =
      llm === undefined
        ? { ok: true as const, model: this.options.model }
        : options.effects.resolve(`${runId}/compaction`, () => resolveModel(llm, registry));
    if (!resolved.ok) return this.noSummary(resolved.fail);
    const { model } = resolved;
    const { result, attempts } = await this.sender.send({
      model,
      asked: model,
      messages,
      parts: {},
      turn,
      modelOptions: {
        maxOutputTokens,
        // Only for the mission's own model: other models may have other providers.
        ...(llm === undefined ? presentFields({ headers, providerOptions }) : {}),
      },
      requestId: (attempt) => summaryRequestId(runId, turn, attempt),
      trace,
      traced: () => ({ messages: messages.map(tracedMessage), purpose: "summary" }),
      begin: () => undefined,
    });
    return result.ok ? result : this.noSummary(this.failOf(result, attempts));
  }

  private noSummary(fail: Fail): AskedSummary {
    if (endsRun(fail.details?.kind)) this.summaryEnd = fail;
    const isOver = this.options.deadline.fail !== undefined || this.ended !== undefined;
    return { ok: false, problem: `there is no summary: ${fail.message}`, isOver };
  }

  private failOf(result: AskResult & { readonly ok: false }, attempts: number): Fail {
    const { deadline } = this.options;
    if (deadline.fail !== undefined) return deadline.fail;
    if ("refused" in result) return result.refused;
    // The caller didn't abort: the model aborted by itself and reports it as a cancellation.
    return askFail(result.error, attempts);
  }

  private deltas(turn: number, trace: TraceScope): AnswerDeltas {
    const { agent, options } = this.options;
    const { onDelta, onText, clock } = options;
    const source = presentFields({ parentSpanId: trace.spanId, agent: agent.name });
    const report = (data: ModelDelta, spanId: string | undefined): void => {
      // Spans have ids if there is a sink, and code that listens to deltas adds one.
      if (spanId !== undefined) {
        const { traceId } = trace;
        onDelta?.({ type: "model-delta", traceId, spanId, ...source, time: clock.now(), data });
      }
      // TypeScript accepts an async function here, so its rejection is ignored too.
      const outcome: unknown = data.kind === "text" ? onText?.(data.text, data) : undefined;
      if (isThenable(outcome)) outcome.then(undefined, () => undefined);
    };
    return new AnswerDeltas({
      turn,
      hasProgramsInText: traitsOf(agent).programsIn === "text",
      report: onDelta === undefined && onText === undefined ? undefined : report,
    });
  }

  /** Returns the number of the next request in a turn. */
  private nextOf(turn: number): number {
    const { last } = this;
    this.last = { turn, request: last.turn === turn ? last.request + 1 : 0 };
    return this.last.request;
  }
}
