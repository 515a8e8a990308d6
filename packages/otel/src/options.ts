// The options of `createOtelSink` and their checks.

import type { MeterProvider, TracerProvider } from "@opentelemetry/api";
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions, wholeNumber } from "@ptc/core/internal/errors";
import { RunIdGenerator, type PtcIdGenerator } from "./id-generator.ts";

/** The options of `createOtelSink`. */
export interface OtelSinkOptions {
  /** Makes the tracer. Default: the global provider of `@opentelemetry/api`. */
  readonly tracerProvider?: TracerProvider;
  /** Makes the metrics. Default: the global provider of `@opentelemetry/api`. */
  readonly meterProvider?: MeterProvider;
  /**
   * True to record contents: messages, programs, prints, arguments, results and error messages.
   * Firewalled values are masked. Default: false.
   */
  readonly captureContent?: boolean;
  /** The largest text of an attribute, in characters. Default: 8,192. */
  readonly maxAttributeLength?: number;
  /**
   * The largest number of open spans. Above it, the run that was quiet for the longest time ends as
   * unfinished; a single run with more spans loses the newest. Default: 10,000.
   */
  readonly maxOpenSpans?: number;
  /**
   * The generator that the tracer provider also has; see `createPtcIdGenerator`. Without it, spans
   * have random ids, and a run that is resumed in another process needs `continueFrom`.
   */
  readonly ids?: PtcIdGenerator;
}

const optionNames = [
  "tracerProvider",
  "meterProvider",
  "captureContent",
  "maxAttributeLength",
  "maxOpenSpans",
  "ids",
] as const satisfies readonly (keyof OtelSinkOptions)[];

export interface ResolvedOtelOptions {
  readonly tracerProvider: TracerProvider | undefined;
  readonly meterProvider: MeterProvider | undefined;
  readonly captureContent: boolean;
  readonly maxAttributeLength: number;
  readonly maxOpenSpans: number;
  readonly ids: RunIdGenerator | undefined;
}

/** @throws OptionError */
export function resolvedOptions(options: OtelSinkOptions): ResolvedOtelOptions {
  if (typeof (options as unknown) !== "object" || (options as unknown) === null)
    throw new OptionError("options", "expected an object");
  assertKnownOptions(options, optionNames);
  const { tracerProvider, meterProvider, captureContent = false, ids } = options;
  if (tracerProvider !== undefined && !hasMethod(tracerProvider, "getTracer"))
    throw new OptionError("tracerProvider", "expected an object with the method getTracer");
  if (meterProvider !== undefined && !hasMethod(meterProvider, "getMeter"))
    throw new OptionError("meterProvider", "expected an object with the method getMeter");
  if (typeof (captureContent as unknown) !== "boolean")
    throw new OptionError("captureContent", "expected true or false");
  if (ids !== undefined && !(ids instanceof RunIdGenerator))
    throw new OptionError(
      "ids",
      "expected the generator of createPtcIdGenerator(), which the tracer provider has as well",
    );
  return {
    tracerProvider,
    meterProvider,
    captureContent,
    maxAttributeLength: wholeNumber(
      "maxAttributeLength",
      options.maxAttributeLength ?? 8_192,
      16,
      1_000_000,
    ),
    maxOpenSpans: wholeNumber("maxOpenSpans", options.maxOpenSpans ?? 10_000, 1, 1_000_000),
    ids,
  };
}

function hasMethod(value: unknown, name: string): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Readonly<Record<string, unknown>>)[name] === "function"
  );
}
