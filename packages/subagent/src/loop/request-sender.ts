// Sends requests to models for a mission, for any purpose. Each attempt is charged to the budget,
// traced and counted.

import type { Fail, TraceEventData, TraceScope } from "@ptc/core/contracts";
import type { LanguageModel, ModelMessage, ModelRequest, ModelUsage } from "@ptc/llm";
import { presentFields, redactSecrets } from "@ptc/llm/adapter";
import type { Agent } from "../agent/agent.ts";
import type { ModelOptions } from "../agent/model-options.ts";
import type { Deadline } from "../bounds/deadline.ts";
import { effectIn } from "../bounds/activity.ts";
import type { Place } from "../bounds/place.ts";
import { budgetRefusal } from "../bounds/budget-callback.ts";
import { RequestCost, usualOutputTokens } from "../bounds/request-cost.ts";
import { oneRequest, type Amounts, type Reservation, type Spending } from "../bounds/spending.ts";
import { askModel, type AskResult, type AttemptResult } from "../model/ask-model.ts";
import { answerText } from "../model/answer-text.ts";
import { tracedModel } from "../model/traced-model.ts";
import type { RequestParts } from "../modes/mode.ts";
import type { MissionLog } from "../step/mission-log.ts";
import type { ResolvedMissionOptions } from "./mission-options.ts";

export interface SenderOptions {
  readonly agent: Agent;
  readonly options: ResolvedMissionOptions;
  readonly log: MissionLog;
  readonly spending: Spending;
  readonly deadline: Deadline;
  /** Counts the work of the mission; undefined if nothing depends on that. */
  readonly place: Place | undefined;
  /** The number of missions above this one. */
  readonly depth: number;
}

/** A request, with the callbacks around its attempts. */
export interface OutgoingRequest {
  readonly model: LanguageModel;
  /** The model to call in place of `model`; it streams. */
  readonly asked: LanguageModel;
  readonly messages: readonly ModelMessage[];
  readonly parts: RequestParts;
  readonly turn: number;
  readonly modelOptions: ModelOptions;
  readonly requestId: (attempt: number) => string;
  readonly trace: TraceScope;
  readonly traced: () => TraceEventData["model-request-start"];
  /** Called at the start of each attempt, with its span. */
  readonly begin: (span: TraceScope) => void;
}

export class RequestSender {
  private readonly options: SenderOptions;

  constructor(options: SenderOptions) {
    this.options = options;
  }

  /**
   * Sends the request. Doesn't reject if the model fails. `attempts` is the number of attempts
   * made.
   */
  async send(
    request: OutgoingRequest,
  ): Promise<{ readonly result: AskResult; readonly attempts: number }> {
    const { agent, options, spending, deadline, place } = this.options;
    const { model, messages, parts, modelOptions } = request;
    const cost = new RequestCost({
      ...parts,
      model,
      messages,
      maxOutputTokens: modelOptions.maxOutputTokens,
      price: options.price,
    });
    let attempts = 0;
    let span: TraceScope | undefined;
    const begin = (scope: TraceScope): void => {
      span = scope;
      request.begin(scope);
    };
    const asked = options.effects.asked(request.asked);
    const traced = request.trace.isListening ? tracedModel(asked, () => span) : asked;
    const sent: ModelRequest = { ...this.bounded(modelOptions), messages, ...parts };
    const result = await askModel(traced, sent, {
      policy: agent.llmRetry,
      clock: options.clock,
      random: options.random.jitter,
      signal: deadline.signal,
      place,
      requestId: request.requestId,
      mayRetry: () => spending.refusal(this.toReserve(cost)) === undefined,
      begin: async () => {
        const refused = await this.refusedByHost(request, request.requestId(attempts + 1));
        if (refused !== undefined) return { ok: false, fail: refused };
        const reserved = await spending.reserve(this.toReserve(cost), deadline.signal);
        if (reserved === undefined || "reason" in reserved) return { ok: false, fail: reserved };
        attempts += 1;
        return { ok: true, end: this.attempt(reserved, cost, { ...request, begin }) };
      },
    });
    return { result, attempts };
  }

  /** Returns the failure if the option `budget` refuses the request. */
  private async refusedByHost(
    { turn, model: { provider } }: OutgoingRequest,
    id: string,
  ): Promise<Fail | undefined> {
    const { agent, options, spending, deadline, depth, place } = this.options;
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
      provider,
      ...presentFields({ agent: agent.name }),
    };
    return await effectIn(place, budgetRefusal(budget, usage, id, deadline.signal));
  }

  /** Starts an attempt. Returns the function that ends it. */
  private attempt(
    reservation: Reservation,
    cost: RequestCost,
    { model, trace, traced, begin }: OutgoingRequest,
  ): (result: AttemptResult, retryInMs: number | undefined) => void {
    const { log, options } = this.options;
    const span = trace.start("model-request", () => ({ ...traced(), ...namesOf(model) }));
    begin(span.scope);
    return (answered, retryInMs) => {
      const usage = usageOf(answered, cost);
      const spent = settled(reservation, () =>
        cost.spent(usage, answered.ok ? answered.response : undefined),
      );
      const price = options.price === undefined ? undefined : spent.cost;
      log.requested(usage, price);
      const known = presentFields({ usage, cost: price, requestId: requestIdOf(answered) });
      span.end(
        answered.ok
          ? { ok: true, text: answerText(answered.response), ...known }
          : {
              ok: false,
              error: answered.error.message,
              errorKind: answered.error.kind,
              ...presentFields({ status: answered.error.status }),
              ...known,
              ...(retryInMs === undefined ? {} : { retryInMs }),
            },
      );
    };
  }

  /**
   * Returns the amounts to reserve. The estimate reads the whole conversation, so it is made only
   * if a limit needs it.
   */
  private toReserve(cost: RequestCost): RequestCost["reserved"] {
    if (this.isBounded) return cost.reserved;
    cost.assertPriced();
    return oneRequest;
  }

  /** Limits the model to the output reserved for it. */
  private bounded(options: ModelOptions): ModelOptions {
    return this.isBounded ? { maxOutputTokens: usualOutputTokens, ...options } : options;
  }

  private get isBounded(): boolean {
    const { spending } = this.options;
    return spending.isLimited("tokens") || spending.isLimited("cost");
  }
}

/** Returns the names of a model. One written in JavaScript may have anything as a name. */
function namesOf({ provider, modelId }: LanguageModel): { provider?: string; model?: string } {
  const name = (given: unknown): string | undefined =>
    typeof given === "string" ? redactSecrets(given, longestId) : undefined;
  return presentFields({ provider: name(provider), model: name(modelId) });
}

/** Returns the provider's request id, if the adapter knows it. */
function requestIdOf(answered: AttemptResult): string | undefined {
  const id = answered.ok ? answered.response.metadata?.requestId : answered.error.requestId;
  // A model written in JavaScript may return anything, of any length, and a proxy may echo a key.
  return typeof id === "string" ? redactSecrets(id, longestId) : undefined;
}

const longestId = 200;

/**
 * Settles the reservation with the amounts that `spent` returns. If a price function throws, only
 * the request counts.
 */
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
 * Returns the tokens of a request. A canceled or timed-out request has no usage, but its input was
 * sent, so an estimate of that counts.
 */
function usageOf(answered: AttemptResult, cost: RequestCost): ModelUsage | undefined {
  if (answered.ok) return answered.response.usage;
  const { usage, kind } = answered.error;
  return usage ?? (kind === "cancelled" || kind === "timeout" ? cost.sent : undefined);
}
