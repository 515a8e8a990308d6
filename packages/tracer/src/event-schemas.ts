// Defines the shape of each event in a trace file, which comes from outside. `zod/mini` generates
// no code at run time, so it also works under a content security policy that forbids that.

import type { TraceEventData, TraceEventType } from "@ptc/core/contracts";
import { byCounter } from "@ptc/core/internal/contracts";
import * as z from "zod/mini";

/** The fields that every event has. */
export type EventEnvelope = z.infer<ReturnType<typeof eventEnvelope>>;

export function eventEnvelope() {
  return z.looseObject({
    type: z.string(),
    traceId: z.string(),
    spanId: z.string(),
    parentSpanId: z.exactOptional(z.string()),
    agent: z.exactOptional(z.string()),
    time: z.number(),
    data: z.looseObject({}),
  });
}

type EventDataSchemas = { readonly [Type in TraceEventType]: z.ZodMiniType<TraceEventData[Type]> };

/** Returns a schema for the data of each event type. Fields that a newer release adds pass. */
export function eventDataSchemas(): EventDataSchemas {
  const text = z.string();
  const texts = z.array(text);
  const flag = z.boolean();
  const count = z.number();
  const layer = z.enum(["program", "native"]);
  const decision = z.enum(["approved", "edited", "denied", "expired", "answered"]);
  const optionalText = z.exactOptional(text);
  const fail = z.exactOptional(failSchema());
  const usage = z.exactOptional(
    z.looseObject({
      inputTokens: count,
      outputTokens: count,
      cachedInputTokens: z.exactOptional(count),
    }),
  );
  const runUsage = z.looseObject({
    durationMs: count,
    ...byCounter(() => count),
    peakMemoryBytes: z.exactOptional(count),
  });
  const message = z.looseObject({
    role: z.enum(["system", "user", "assistant", "tool"]),
    content: text,
  });
  return {
    "mission-start": z.looseObject({
      name: optionalText,
      parentTraceId: optionalText,
      depth: z.exactOptional(count),
      prompt: text,
      signature: optionalText,
      tools: texts,
    }),
    "mission-end": z.looseObject({
      ok: flag,
      return: z.optional(z.unknown()),
      fail,
      partial: fail,
      turns: count,
    }),
    "turn-start": z.looseObject({ turn: count, turnsLeft: count }),
    "turn-end": z.looseObject({
      turn: count,
      ok: flag,
      done: flag,
      fail,
      feedback: optionalText,
      changes: z.exactOptional(changesSchema()),
    }),
    "compaction-start": z.looseObject({
      strategy: text,
      reason: text,
      messages: count,
      estimatedTokens: count,
    }),
    "compaction-end": z.looseObject({
      ok: flag,
      error: optionalText,
      droppedTurns: count,
      messages: count,
      estimatedTokens: count,
      overBudget: flag,
    }),
    "model-request-start": z.looseObject({
      messages: z.array(message),
      purpose: z.exactOptional(z.literal("summary")),
      provider: optionalText,
      model: optionalText,
    }),
    "model-request-end": z.looseObject({
      ok: flag,
      text: optionalText,
      usage,
      cost: z.exactOptional(count),
      error: optionalText,
      errorKind: optionalText,
      status: z.exactOptional(count),
      requestId: optionalText,
      retryInMs: z.exactOptional(count),
    }),
    "program-start": z.looseObject({ source: text }),
    "program-end": z.looseObject({
      ok: flag,
      text: optionalText,
      fail,
      prints: texts,
      usage: runUsage,
      warnings: z.exactOptional(texts),
      effects: z.exactOptional(
        z.array(z.looseObject({ tool: text, least: count, most: z.exactOptional(count) })),
      ),
    }),
    "tool-call-start": z.looseObject({
      name: text,
      layer: z.exactOptional(layer),
      args: z.unknown(),
      address: text,
    }),
    "tool-call-end": z.looseObject({
      name: text,
      layer: z.exactOptional(layer),
      ok: flag,
      result: z.optional(z.unknown()),
      error: optionalText,
      cached: z.exactOptional(z.literal(true)),
      childTraceIds: z.exactOptional(texts),
      attempts: z.exactOptional(count),
      decision: z.exactOptional(
        z.looseObject({
          decision,
          arguments: z.exactOptional(z.record(text, z.unknown())),
        }),
      ),
    }),
    "approval-requested": z.looseObject({
      id: text,
      tool: text,
      address: text,
      agentPath: z.exactOptional(texts),
      reason: text,
      arguments: z.unknown(),
      expiresAt: z.exactOptional(count),
      until: z.exactOptional(count),
    }),
    "approval-decided": z.looseObject({
      id: text,
      tool: text,
      decision,
      message: optionalText,
      arguments: z.optional(z.unknown()),
    }),
    "run-paused": z.looseObject({ pending: texts, effects: count }),
    "run-resumed": z.looseObject({ decided: texts }),
  };
}

function changesSchema() {
  const changes = z.exactOptional(
    z.array(z.looseObject({ name: z.string(), text: z.exactOptional(z.string()) })),
  );
  return z.looseObject({ memory: changes, journal: changes, plan: changes });
}

/** The fields of a failure that every reader shows; its details are data of many kinds. */
function failSchema() {
  return z.looseObject({
    reason: z.string(),
    message: z.string(),
    op: z.exactOptional(z.string()),
  });
}
