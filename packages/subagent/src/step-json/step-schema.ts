// The schema of a step as JSON. Values are in the tagged encoding of `@ptc/core/encoding`, which
// has its own reader to check them. Data with untrusted keys is a list of pairs, so that the order
// stays and `__proto__` is a normal name.

import { byCounter } from "@ptc/core/internal/contracts";
// The path that the SDK of MCP servers uses: in a single file, esbuild initializes zod by its path.
import { z } from "zod/v4";
import { messageSchema } from "./message-schema.ts";
import { stepFormat, stepVersion } from "./step-format.ts";

const text = z.string();
const texts = z.array(text);
const count = z.number();
const maybeText = z.exactOptional(text);
const maybeCount = z.exactOptional(count);
/** A value in the tagged encoding. */
const encoded = z.unknown();

function named<Item extends z.ZodType>(item: Item) {
  return z.array(z.tuple([text, item]));
}

const memory = z.custom<Readonly<Record<string, unknown>>>(
  (given) => typeof given === "object" && given !== null && !Array.isArray(given),
  "expected an object of encoded values",
);

export interface FailJson {
  readonly reason: string;
  readonly message: string;
  readonly op?: string;
  readonly details?: FailDetailsJson;
}

interface FailDetailsJson {
  readonly kind?: string;
  readonly position?: { readonly offset: number; readonly line: number; readonly column: number };
  readonly excerpt?: string;
  readonly hint?: string;
  readonly limit?: { readonly option: string; readonly value: number; readonly unit: string };
  readonly errors?: readonly FailJson[];
  readonly omitted?: number;
  /** A value in the tagged encoding. */
  readonly data?: unknown;
}

const fail: z.ZodType<FailJson> = z.lazy(() =>
  z.object({ reason: text, message: text, op: maybeText, details: z.exactOptional(failDetails) }),
);

const failDetails: z.ZodType<FailDetailsJson> = z.object({
  kind: maybeText,
  position: z.exactOptional(z.object({ offset: count, line: count, column: count })),
  excerpt: maybeText,
  hint: maybeText,
  limit: z.exactOptional(z.object({ option: text, value: count, unit: text })),
  errors: z.exactOptional(z.array(fail)),
  omitted: maybeCount,
  data: z.exactOptional(encoded),
});

const address = z.object({
  run: text,
  turn: count,
  path: z.array(
    z.union([
      z.object({ fork: count, branch: count }),
      z.object({ sequence: count }),
      z.object({ restored: count }),
      z.object({ native: count }),
      z.object({ task: text, reset: maybeCount }),
    ]),
  ),
  ordinal: count,
});

const toolCall = z.object({
  name: text,
  args: encoded,
  result: z.exactOptional(encoded),
  error: maybeText,
  layer: z.exactOptional(z.literal("native")),
  cached: z.exactOptional(z.literal(true)),
  attempts: maybeCount,
  childTraceIds: z.exactOptional(texts),
  decision: z.exactOptional(
    z.object({
      decision: z.enum(["approved", "edited", "denied", "expired", "answered"]),
      arguments: z.exactOptional(encoded),
    }),
  ),
  timestamp: count,
  durationMs: count,
  address,
});

/** A call that waits. Its arguments and data are plain JSON. */
const pendingCall = z.object({
  id: text,
  tool: text,
  arguments: z.record(text, z.unknown()),
  address,
  agentPath: z.exactOptional(texts.readonly()),
  reason: text,
  askedAt: count,
  expiresAt: maybeCount,
  until: maybeCount,
  data: z.exactOptional(z.unknown()),
});

/** `resume` checks the rest of a checkpoint. */
const checkpoint = z.looseObject({ format: z.literal("ptc-checkpoint") });

/** A step of a child mission is checked separately, like its parent. */
const childStep = z.object({ tool: text, address, step: z.unknown() });

const parallelCall = z.object({
  type: z.enum(["pmap", "pcalls"]),
  count,
  successCount: count,
  errorCount: count,
  childTraceIds: z.exactOptional(texts),
  timestamp: count,
  durationMs: count,
});

const turn = z.object({
  number: count,
  rawResponse: text,
  program: maybeText,
  ok: z.boolean(),
  result: z.exactOptional(encoded),
  fail: z.exactOptional(fail),
  prints: texts,
  toolCalls: z.array(toolCall),
  /** Absent if it equals the memory after the previous turn. */
  memory: z.exactOptional(memory),
  messages: z.exactOptional(z.array(messageSchema)),
});

const spent = {
  durationMs: count,
  ...byCounter(() => count),
  /** Absent in steps of earlier releases. */
  peakMemoryBytes: z.exactOptional(count),
  turns: count,
  llmRequests: count,
  inputTokens: maybeCount,
  outputTokens: maybeCount,
  totalTokens: maybeCount,
  cachedInputTokens: maybeCount,
  cost: maybeCount,
};

/** Adds a missing peak: the sum of all programs is at least as high. */
function withPeak<Spent extends { memoryBytes: number; peakMemoryBytes?: number }>(
  usage: Spent,
): Spent & { peakMemoryBytes: number } {
  return { ...usage, peakMemoryBytes: usage.peakMemoryBytes ?? usage.memoryBytes };
}

const compaction = z.object({
  strategy: z.enum(["trim", "summarize"]),
  triggered: z.boolean(),
  count,
  droppedTurns: count,
  reason: z.exactOptional(z.enum(["turns", "tokens"])),
  messagesBefore: count,
  messagesAfter: count,
  estimatedTokensBefore: count,
  estimatedTokensAfter: count,
  keptRecentTurns: count,
  overBudget: z.boolean(),
});

const usage = z
  .object({
    ...spent,
    schemaUsed: z.exactOptional(z.boolean()),
    schemaBytes: maybeCount,
    compaction: z.exactOptional(compaction),
    children: z.exactOptional(z.object(spent).transform(withPeak)),
  })
  .transform(withPeak);

const common = {
  format: z.literal(stepFormat, `expected ${JSON.stringify(stepFormat)}`),
  version: z.literal(
    stepVersion,
    `this release reads version ${String(stepVersion)} of the format`,
  ),
  memory,
  turns: z.array(turn),
  prints: texts,
  toolCalls: z.array(toolCall),
  parallelCalls: z.array(parallelCall),
  toolCache: named(encoded),
  summaries: named(text),
  traceId: text,
  parentTraceId: maybeText,
  childSteps: z.exactOptional(z.array(childStep)),
  childTraces: z.exactOptional(texts),
  prompt: maybeText,
  originalPrompt: text,
  signature: maybeText,
  tools: z.exactOptional(named(z.object({ description: maybeText, signature: maybeText }))),
  fieldDescriptions: z.exactOptional(named(text)),
  messages: z.exactOptional(z.array(messageSchema)),
  /** Results of tasks. They are in the tagged encoding on the step itself too. */
  journal: z.exactOptional(named(z.unknown())),
  warnings: z.exactOptional(texts),
  /** The bytes of the files in messages, as base64 by digest. */
  files: z.exactOptional(named(text)),
};

/**
 * The schema of the JSON that `stepToJson` writes. Ignores unknown fields, which a later release
 * may add.
 */
export const stepSchema = z.discriminatedUnion("ok", [
  z.object({
    ...common,
    ok: z.literal(true),
    return: encoded,
    firewalled: z.exactOptional(z.unknown()),
    usage,
    partial: z.exactOptional(fail),
  }),
  z.object({
    ...common,
    ok: z.literal(false),
    fail,
    usage: z.exactOptional(usage),
    status: z.exactOptional(z.literal("waiting")),
    pending: z.exactOptional(z.array(pendingCall)),
    checkpoint: z.exactOptional(checkpoint),
  }),
]);

/** A step as JSON. */
export type StepJson = z.infer<typeof stepSchema>;
