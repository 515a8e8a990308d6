// The inputs of a replayed run: those of the recording, or what the caller passes in their place.

import type { TraceSink } from "@ptc/core/contracts";
import { DecodingError } from "@ptc/core/decoding";
import { OptionError } from "@ptc/core/errors";
import { decodedValue } from "@ptc/core/internal/stored";
import { recordOf } from "@ptc/core/internal/values";
import { decodeMemory } from "@ptc/lisp";
import type { AgentOverrides } from "../agent/agent-options.ts";
import type { MissionStep } from "../step/step.ts";
import { withFiles } from "./recorded-files.ts";
import { RecordingError, type RunRecording } from "./run-recording.ts";

/**
 * The options of `replay`: replacements for recorded values, and agent options that the recorded
 * run overrode.
 */
export interface ReplayOptions extends AgentOverrides<never> {
  /**
   * Replaces the recorded context, which lacks firewalled fields. Pass the previous step if the
   * run was chained onto one.
   */
  readonly context?: Readonly<Record<string, unknown>> | MissionStep;
  /**
   * Programs that replace those of the recording, by turn number. Their effects must be in the
   * recording.
   */
  readonly programs?: Readonly<Record<number, string>>;
  /** The `deps` for a function `systemPrompt`. No tool is called. */
  readonly deps?: unknown;
  readonly trace?: TraceSink;
  readonly signal?: AbortSignal;
}

export const replayOptionNames = ["context", "programs", "deps", "trace", "signal"];

/** The options, with a context that isn't a step. */
interface GivenToReplay extends Omit<ReplayOptions, "context"> {
  readonly context: unknown;
}

/** Returns the inputs of the run. @throws RecordingError */
export async function recordedOptions({ header }: RunRecording, options: GivenToReplay) {
  const { context, contextUnkept, files, memory, journal, summaries } = header;
  const { toolCache, allowed, collectMessages } = header;
  if (options.context === undefined && context === undefined)
    throw new RecordingError(
      1,
      `has no context: ${contextUnkept ?? "it was not stored"}; pass it, { context }`,
    );
  try {
    return {
      context: (options.context ?? withFiles(decodedValue(context, "context"), files)) as Readonly<
        Record<string, unknown>
      >,
      memory: await decodeMemory(memory),
      ...(journal === undefined ? {} : { journal }),
      ...(summaries === undefined ? {} : { summaries }),
      toolCache: recordOf(
        Object.entries(toolCache ?? {}).map(([key, answer]): [string, unknown] => [
          key,
          decodedValue(answer, `toolCache.${key}`),
        ]),
      ),
      ...(allowed === undefined ? {} : { firewall: { allow: allowed } }),
      collectMessages,
      ...(options.deps === undefined ? {} : { deps: options.deps }),
      ...(options.trace === undefined ? {} : { trace: options.trace }),
    };
  } catch (error) {
    if (error instanceof DecodingError || error instanceof OptionError)
      throw new RecordingError(1, `cannot be read: ${error.message}`);
    throw error;
  }
}
