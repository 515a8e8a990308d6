// The metrics of runs: tokens, durations and errors of tools.

import { metrics, type Attributes, type MeterProvider } from "@opentelemetry/api";
import type { TokenUsage } from "@ptc/core/contracts";
import { buckets, genAi, metricNames, schemaUrl } from "./conventions.ts";
import { packageName } from "./package-name.ts";

/** The operations whose duration is measured. */
export type MeasuredOperation = "agent" | "chat" | "tool";

export interface RunMetrics {
  /** Records the duration of an operation in seconds. */
  duration(operation: MeasuredOperation, seconds: number, attributes: Attributes): void;
  tokens(usage: TokenUsage, attributes: Attributes): void;
  toolError(attributes: Attributes): void;
}

/** Returns the metrics, whose instruments are made now. */
export function runMetrics(provider: MeterProvider | undefined): RunMetrics {
  const meter = (provider ?? metrics).getMeter(packageName, undefined, { schemaUrl });
  const histogram = (name: string, unit: string, description: string, bounds: readonly number[]) =>
    meter.createHistogram(name, {
      unit,
      description,
      advice: { explicitBucketBoundaries: [...bounds] },
    });
  const tokens = histogram(
    metricNames.tokens,
    "{token}",
    "Number of input and output tokens used.",
    buckets.tokens,
  );
  const durations = {
    agent: histogram(metricNames.agent, "s", "Duration of a run.", buckets.agentSeconds),
    chat: histogram(metricNames.chat, "s", "Duration of a model request.", buckets.seconds),
    tool: histogram(metricNames.tool, "s", "Duration of a tool call.", buckets.seconds),
  };
  const errors = meter.createCounter(metricNames.toolErrors, {
    unit: "{call}",
    description: "Number of tool calls that failed.",
  });
  return {
    duration: (operation, seconds, attributes) => {
      durations[operation].record(seconds, attributes);
    },
    tokens: ({ inputTokens, outputTokens }, attributes) => {
      tokens.record(inputTokens, { ...attributes, [genAi.tokenType]: "input" });
      tokens.record(outputTokens, { ...attributes, [genAi.tokenType]: "output" });
    },
    toolError: (attributes) => {
      errors.add(1, attributes);
    },
  };
}
