// Exposes an agent as a tool of the AI SDK, with the types of its signature. Failures become errors
// of the tool.

import { shortened } from "@ptc/core/internal/printing";
import type { FlexibleSchema, Tool as AiSdkTool, ToolExecutionOptions } from "ai";
import { OptionError } from "@ptc/core/errors";
import { oneLine } from "@ptc/core/internal/errors";
import { Firewall } from "@ptc/core/firewall";
import { inputSchema } from "@ptc/signature";
import { toJsonSchema } from "@ptc/signature/json-schema";
import {
  MissionError,
  run,
  type Agent,
  type AgentRunOptions,
  type FailedMission,
  type MissionOptions,
  type MissionStep,
} from "@ptc/subagent";
import { modelSchema } from "./model-schema.ts";
import { shownAnswer, visibleAnswer } from "./visible-answer.ts";

/**
 * The options of `asAiSdkTool`: the options of its missions, and the tool's description and
 * result.
 */
export interface AsAiSdkToolOptions<Output = unknown, Deps = unknown> extends Omit<
  MissionOptions,
  "signal"
> {
  /** Passed to the agent's tools as `deps` in their context. */
  readonly deps?: Deps;
  /** The tool's description for the model. Default: the description of the agent, or its prompt. */
  readonly description?: string;
  /**
   * Called with the step of each call, including its full answer, usage and trace. Its errors are
   * ignored.
   */
  readonly onStep?: (step: MissionStep<Output>, call: { readonly toolCallId: string }) => void;
  /** The longest result for the model in UTF-16 units, at least 40; default 20,000. */
  readonly resultMaxChars?: number;
}

/** The tool for `tools` of `generateText` and `streamText`. */
export interface AgentAsAiSdkTool<Input> {
  readonly description: string;
  readonly inputSchema: FlexibleSchema<Input>;
  readonly execute: (input: Input, options: ToolExecutionOptions<unknown>) => Promise<unknown>;
  readonly toModelOutput: NonNullable<AiSdkTool<Input, unknown>["toModelOutput"]>;
}

/**
 * Creates a tool that returns the agent's answer as JSON. Firewalled fields are omitted, because
 * models see the results of tools; `onStep` gets the full answer.
 * @throws OptionError naming the option; for an agent without a signature
 */
export function asAiSdkTool<Input, Output, Deps = unknown>(
  agent: Agent<Input, Output, Deps>,
  options: AsAiSdkToolOptions<Output, NoInfer<Deps>> = {},
): AgentAsAiSdkTool<Input> {
  const { description, onStep, resultMaxChars = 20_000, ...mission } = options;
  if (!agent.hasSignature)
    throw new OptionError(
      "agent",
      "needs a signature, which defines the input and output of the tool",
    );
  if (!Number.isSafeInteger(resultMaxChars) || resultMaxChars < 40)
    throw new OptionError("resultMaxChars", "expected a whole number from 40");
  const firewall = new Firewall({
    allow: [...agent.firewall.allow, ...(mission.firewall?.allow ?? [])],
  });
  return {
    description: description ?? agent.description ?? shortened(agent.prompt, longestPurpose),
    inputSchema: modelSchema<Input>(
      inputSchema<Input>(agent.signature)["~standard"].validate,
      toJsonSchema(agent.signature, { bounds: false }).input,
    ),
    execute: async (input, { abortSignal, toolCallId }) => {
      abortSignal?.throwIfAborted();
      const signal = abortSignal === undefined ? {} : { signal: abortSignal };
      // Input accepted by the schema matches the signature, but the compiler can't verify that.
      const given = { ...mission, context: input, ...signal } as AgentRunOptions<Input, Deps>;
      const step = await run<Agent<Input, Output, Deps>>(agent, given);
      tell(() => onStep?.(step, { toolCallId }));
      abortSignal?.throwIfAborted();
      if (!step.ok) throw failure(step, firewall);
      return visibleAnswer(step.return, firewall);
    },
    toModelOutput: ({ output }) => ({ type: "text", value: shownAnswer(output, resultMaxChars) }),
  };
}

const longestPurpose = 400;
const longestFailure = 2_000;

/** Returns the error. The model sees its message. */
function failure(step: FailedMission, firewall: Firewall): MissionError {
  const error = new MissionError(step);
  error.message = oneLine(
    firewall.mask(shortened(error.message, 2 * longestFailure)),
    longestFailure,
  );
  return error;
}

function tell(work: () => void): void {
  try {
    work();
  } catch {
    // A listener must not fail a call.
  }
}
