// Exposes an agent as a tool of the AI SDK, with the types of its signature. Failures become errors
// of the tool. A mission that waits for decisions is passed to the application, which continues it.

import { shortened } from "@ptc/core/internal/printing";
import type { FlexibleSchema, Tool as AiSdkTool, ToolExecutionOptions } from "ai";
import { OptionError } from "@ptc/core/errors";
import { oneLine } from "@ptc/core/internal/errors";
import { Firewall } from "@ptc/core/firewall";
import { inputSchema } from "@ptc/signature";
import { toJsonSchema } from "@ptc/signature/json-schema";
import {
  asTool,
  MissionError,
  resume,
  run,
  type Agent,
  type AgentRunOptions,
  type FailedMission,
  type MissionCheckpoint,
  type MissionOptions,
  type MissionStep,
  type PendingCall,
  type MissionResumeOptions,
} from "@ptc/subagent";
import { modelSchema } from "./model-schema.ts";
import { shownAnswer, visibleAnswer } from "./visible-answer.ts";
import { isWaitingOutput, waitingOutput } from "./waiting-output.ts";

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
  /**
   * Called when a mission waits for decisions about calls, before the model reads that it waits.
   * Store the value, and pass it to `resume` of the tool with the decisions. If it throws or
   * rejects, the call fails. Required if calls of the agent's tools, or of agents below it, may
   * wait.
   */
  readonly onWaiting?: (waiting: WaitingAgent) => void | PromiseLike<void>;
  /** The longest result for the model in UTF-16 units, at least 40; default 20,000. */
  readonly resultMaxChars?: number;
}

/** A mission that waits for decisions, as plain JSON if its input is. */
export interface WaitingAgent {
  /** The id of the model's call, under which the messages contain its result. */
  readonly toolCallId: string;
  /** The input of the call. */
  readonly input: unknown;
  /** The calls that wait, to show to a person. */
  readonly pending: readonly PendingCall[];
  /** The state of the mission. Sign it with `checkpointKey` if it leaves your server. */
  readonly checkpoint: MissionCheckpoint;
}

/** The decisions with which a mission continues, and the rest of its call. */
export interface ResumeAgentOptions
  extends
    Pick<MissionResumeOptions<Agent, string, unknown>, "decisions" | "onChange">,
    Partial<Pick<ToolExecutionOptions<unknown>, "abortSignal">> {}

/** The tool for `tools` of `generateText` and `streamText`. */
export interface AgentAsAiSdkTool<Input> {
  readonly description: string;
  readonly inputSchema: FlexibleSchema<Input>;
  readonly execute: (input: Input, options: ToolExecutionOptions<unknown>) => Promise<unknown>;
  readonly toModelOutput: NonNullable<AiSdkTool<Input, unknown>["toModelOutput"]>;
  /**
   * Continues a mission that waits, in any process, with a tool of the same agent and options.
   * Returns the output of the model's call. It may wait again; `onWaiting` is then called again.
   * Rejects with a `CheckpointError` of `@ptc/lisp` if the checkpoint or a decision doesn't fit,
   * and with a `MissionError` of `@ptc/subagent` if the mission fails.
   */
  readonly resume: (
    waiting: Omit<WaitingAgent, "pending">,
    options?: ResumeAgentOptions,
  ) => Promise<unknown>;
}

/**
 * Creates a tool that returns the agent's answer as JSON. Firewalled fields are omitted, because
 * models see the results of tools; `onStep` gets the full answer. While the agent waits for a
 * decision, the output has `status: "waiting"`, the calls, and a text for the model.
 * @throws OptionError naming the option; for an agent without a signature
 */
export function asAiSdkTool<Input, Output, Deps = unknown>(
  agent: Agent<Input, Output, Deps>,
  options: AsAiSdkToolOptions<Output, NoInfer<Deps>> = {},
): AgentAsAiSdkTool<Input> {
  const { description, onStep, onWaiting, resultMaxChars = 20_000, ...mission } = options;
  if (!agent.hasSignature)
    throw new OptionError(
      "agent",
      "needs a signature, which defines the input and output of the tool",
    );
  if (!Number.isSafeInteger(resultMaxChars) || resultMaxChars < 40)
    throw new OptionError("resultMaxChars", "expected a whole number from 40");
  checkOnWaiting(onWaiting, agent as Agent);
  const firewall = new Firewall({
    allow: [...agent.firewall.allow, ...(mission.firewall?.allow ?? [])],
  });
  /** Runs a mission, or continues it, and returns the output of the model's call. */
  const output = async (
    { input, toolCallId }: Pick<WaitingAgent, "input" | "toolCallId">,
    abortSignal: AbortSignal | undefined,
    begin: (given: AgentRunOptions<Input, Deps>) => Promise<MissionStep<Output>>,
  ): Promise<unknown> => {
    abortSignal?.throwIfAborted();
    const signal = abortSignal === undefined ? {} : { signal: abortSignal };
    // Input accepted by the schema matches the signature, but the compiler can't verify that.
    const given = { ...mission, context: input, ...signal } as AgentRunOptions<Input, Deps>;
    const step = await begin(given);
    tell(() => onStep?.(step, { toolCallId }));
    if (step.status === "waiting") {
      const { pending, checkpoint } = step;
      await onWaiting?.({ toolCallId, input, pending, checkpoint });
      abortSignal?.throwIfAborted();
      return waitingOutput(pending);
    }
    abortSignal?.throwIfAborted();
    if (!step.ok) throw failure(step, firewall);
    return visibleAnswer(step.return, firewall);
  };
  return {
    description: description ?? agent.description ?? shortened(agent.prompt, longestPurpose),
    inputSchema: modelSchema<Input>(
      inputSchema<Input>(agent.signature)["~standard"].validate,
      toJsonSchema(agent.signature, { bounds: false }).input,
    ),
    execute: async (input, { abortSignal, toolCallId }) =>
      await output({ input, toolCallId }, abortSignal, (given) =>
        run<Agent<Input, Output, Deps>>(agent, given),
      ),
    resume: async (waiting, { abortSignal, ...decided } = {}) =>
      await output(waiting, abortSignal, async (given) => {
        // The checkpoint determines these.
        const determined = { random: undefined, journal: undefined, record: undefined };
        const options = { ...given, ...determined, ...decided };
        return await resume<Agent<Input, Output, Deps>>(
          agent,
          waiting.checkpoint,
          // The compiler can't resolve the type for an agent whose types aren't known.
          options as MissionResumeOptions<Agent<Input, Output, Deps>, string, Deps, never>,
        );
      }),
    toModelOutput: ({ output: answer }) => ({
      type: "text",
      value: shownAnswer(isWaitingOutput(answer) ? answer.text : answer, resultMaxChars),
    }),
  };
}

/** @throws OptionError if no application could continue a mission that waits */
function checkOnWaiting(onWaiting: unknown, agent: Agent): void {
  if (typeof onWaiting === "function") return;
  if (onWaiting !== undefined) throw new OptionError("onWaiting", "expected a function");
  if (asTool(agent).canWait === true)
    throw new OptionError(
      "agent",
      "calls of its tools may wait, so pass `onWaiting`, which receives the state of the mission",
    );
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
