// The requests of a mission to its model: each is taken from the budget, traced and counted.

import { isThenable, requestId, type Fail, type TraceScope } from "@ptc/core/contracts";
import { presentFields, type LanguageModel, type ModelResponse, type ModelUsage } from "@ptc/llm";
import type { Agent } from "../agent/agent.ts";
import type { Deadline } from "../bounds/deadline.ts";
import type { ModelOptions } from "../agent/model-options.ts";
import { nextTask } from "../model/next-task.ts";
import { budgetRefusal } from "../bounds/budget-callback.ts";
import { RequestCost, usualOutputTokens } from "../bounds/request-cost.ts";
import { oneRequest, type Amounts, type Reservation, type Spending } from "../bounds/spending.ts";
import { askFail, askModel, type AttemptResult } from "../model/ask-model.ts";
import { answerText } from "../model/answer-text.ts";
import type { ModelDelta } from "../model/model-delta.ts";
import { streamedModel, type AnswerReader } from "../model/streamed-model.ts";
import type { ModeTurn, RequestParts } from "../modes/mode.ts";
import type { MissionLog } from "../step/mission-log.ts";
import { withCacheBoundaries } from "./cache-boundaries.ts";
import { AnswerDeltas } from "./answer-deltas.ts";
import type { ResolvedMissionOptions } from "./mission-options.ts";

export interface ModelRequestsOptions {
  readonly agent: Agent;
  readonly options: ResolvedMissionOptions;
  readonly log: MissionLog;
  readonly runId: string;
  readonly spending: Spending;
  readonly model: LanguageModel;
  readonly deadline: Deadline;
  /** How many missions stand above this one. */
  readonly depth: number;
}

export type AskedModel =
  | { readonly ok: true; readonly response: ModelResponse }
  | { readonly ok: false; readonly fail: Fail };

export class ModelRequests {
  private readonly options: ModelRequestsOptions;
  private last = { turn: 0, request: 0 };
  /** How many messages the request before had. */
  private sentBefore = 0;

  constructor(options: ModelRequestsOptions) {
    this.options = options;
  }

  /**
   * Sends the conversation with `parts`; the attempts are traced in the turn. `watch` makes what
   * looks at each answer while it is written, and may stop it.
   */
  async ask(
    parts: RequestParts,
    { number: turn, trace }: Pick<ModeTurn, "number" | "trace">,
    watch: () => AnswerReader | undefined,
  ): Promise<AskedModel> {
    const { agent, options, log, runId, spending, model, deadline } = this.options;
    const request = this.nextOf(turn);
    const deltas = this.deltas(turn);
    const streamed = streamedModel(model, () => deltas.reader(watch()), nextTask);
    const { messages } = log;
    const sent = withCacheBoundaries(messages, this.sentBefore);
    this.sentBefore = messages.length;
    const cost = new RequestCost({
      ...parts,
      model,
      messages,
      maxOutputTokens: agent.modelOptions.maxOutputTokens,
      price: options.price,
    });
    let attempts = 0;
    const result = await askModel(
      options.effects.asked(streamed),
      { ...this.bounded(agent.modelOptions), messages: sent, ...parts },
      {
        policy: agent.llmRetry,
        clock: options.clock,
        random: options.random.jitter,
        signal: deadline.signal,
        pause: options.effects.pause,
        requestId: (attempt) => requestId(runId, turn, request, attempt),
        mayRetry: () => spending.refusal(this.toReserve(cost)) === undefined,
        begin: async () => {
          const refused = await this.refusedByHost(
            turn,
            requestId(runId, turn, request, attempts + 1),
          );
          if (refused !== undefined) return { ok: false, fail: refused };
          const reserved = await spending.reserve(this.toReserve(cost), deadline.signal);
          if (reserved === undefined || "reason" in reserved) return { ok: false, fail: reserved };
          attempts += 1;
          deltas.begin();
          return { ok: true, end: this.attempt(reserved, cost, trace) };
        },
      },
    );
    if (result.ok) {
      deltas.end(result.response);
      return result;
    }
    if (deadline.fail !== undefined) return { ok: false, fail: deadline.fail };
    if ("refused" in result) return { ok: false, fail: result.refused };
    // The caller did not abort: the model aborted by itself and reports it as a cancellation.
    return { ok: false, fail: askFail(result.error, attempts) };
  }

  /** Why the option `budget` does not let a request be sent. */
  private async refusedByHost(turn: number, id: string): Promise<Fail | undefined> {
    const { agent, options, spending, deadline, depth } = this.options;
    const budget = options.effects.budget(options.budget);
    if (budget === undefined) return undefined;
    const { requests, tokens, outputTokens, cost } = spending.spentByRun;
    const usage = {
      llmRequests: requests,
      inputTokens: tokens - outputTokens,
      outputTokens,
      totalTokens: tokens,
      cost,
      turn,
      depth,
      ...presentFields({ agent: agent.name }),
    };
    return await budgetRefusal(budget, usage, id, deadline.signal);
  }

  private deltas(turn: number): AnswerDeltas {
    const { agent, log, options } = this.options;
    const { onDelta, onText } = options;
    const source = { traceId: log.traceId, ...presentFields({ agent: agent.name }), turn };
    const tell = (delta: ModelDelta): void => {
      onDelta?.(delta);
      // The compiler accepts an async function, so a rejected promise is dropped too.
      const outcome: unknown = delta.kind === "text" ? onText?.(delta.text, delta) : undefined;
      if (isThenable(outcome)) outcome.then(undefined, () => undefined);
    };
    return new AnswerDeltas({
      source,
      hasProgramsInText: agent.mode === "program",
      tell: onDelta === undefined && onText === undefined ? undefined : tell,
    });
  }

  /** The number of the next request of a turn. */
  private nextOf(turn: number): number {
    const { last } = this;
    this.last = { turn, request: last.turn === turn ? last.request + 1 : 0 };
    return this.last.request;
  }

  /** Begins an attempt; the function that it returns ends it. */
  private attempt(
    reservation: Reservation,
    cost: RequestCost,
    scope: TraceScope,
  ): (result: AttemptResult, retryInMs: number | undefined) => void {
    const { log, options } = this.options;
    const span = scope.start("model-request", () => ({ messages: log.tracedMessages() }));
    return (answered, retryInMs) => {
      const usage = usageOf(answered, cost);
      const spent = settled(reservation, () =>
        cost.spent(usage, answered.ok ? answered.response : undefined),
      );
      log.requested(usage, options.price === undefined ? undefined : spent.cost);
      const known = presentFields({ usage, requestId: requestIdOf(answered) });
      span.end(
        answered.ok
          ? { ok: true, text: answerText(answered.response), ...known }
          : {
              ok: false,
              error: answered.error.message,
              ...known,
              ...(retryInMs === undefined ? {} : { retryInMs }),
            },
      );
    };
  }

  /** The estimate is made only where it is needed: it looks at the whole conversation. */
  private toReserve(cost: RequestCost): RequestCost["reserved"] {
    if (this.isBounded) return cost.reserved;
    cost.assertPriced();
    return oneRequest;
  }

  /** The model is held to the output that was set aside for it. */
  private bounded(options: ModelOptions): ModelOptions {
    return this.isBounded ? { maxOutputTokens: usualOutputTokens, ...options } : options;
  }

  private get isBounded(): boolean {
    const { spending } = this.options;
    return spending.isLimited("tokens") || spending.isLimited("cost");
  }
}

/** The provider's id, where the adapter knows it. */
function requestIdOf(answered: AttemptResult): string | undefined {
  const id = answered.ok ? answered.response.metadata?.requestId : answered.error.requestId;
  // A model written in JavaScript may give anything, of any length.
  return typeof id === "string" ? id.slice(0, longestId) : undefined;
}

const longestId = 200;

/** Settles with what `spent` answers; where a price throws, the request counts and nothing else. */
function settled(reservation: Reservation, spent: () => Amounts): Amounts {
  let amounts = oneRequest;
  try {
    amounts = spent();
    return amounts;
  } finally {
    reservation.settle(amounts);
  }
}

/**
 * The tokens of a request. Of one that was given up while the model worked nobody knows them: its
 * input was sent, so an estimate of that counts.
 */
function usageOf(answered: AttemptResult, cost: RequestCost): ModelUsage | undefined {
  if (answered.ok) return answered.response.usage;
  const { usage, kind } = answered.error;
  return usage ?? (kind === "cancelled" || kind === "timeout" ? cost.sent : undefined);
}
