// A code mode for the AI SDK: one tool, whose calls are programs that call the other tools.
//
//   generateText ──▶ { program } ──▶ sandbox of @ptc/lisp ──▶ tools
//        ▲                                   │
//        └───── the result for the model ◀───┘

import type { FlexibleSchema, Tool as AiSdkTool, ToolExecutionOptions, ToolSet } from "ai";
import type { RunUsage } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { Firewall } from "@ptc/core/firewall";
import {
  createProgramTool as createAnyProgramTool,
  type AgentTools,
  type CheckpointEntry,
  type ProgramAnswer,
  type ProgramCall,
  type ProgramToolOptions,
  type ResumedProgramCall,
} from "@ptc/subagent";
import type { HostCall } from "./host-call.ts";
import { mixedTools } from "./mixed-tools.ts";
import { modelSchema } from "./model-schema.ts";
import { visibleAnswer } from "./visible-answer.ts";
import { otherOptions, resolvedToolOptions, type AiSdkToolsOptions } from "./tool-options.ts";

/** The options of `createProgramTool`: the tools of programs, and their limits. */
export interface AiSdkProgramToolOptions
  extends Omit<ProgramToolOptions, "tools">, AiSdkToolsOptions {
  /**
   * The tools of programs by name, from the AI SDK or PTC. A tool with schemas and no PTC-only
   * options is treated as one of the AI SDK; its `execute` gets the arguments of both.
   */
  readonly tools?: Readonly<Record<string, AgentTools[string] | ToolSet[string]>>;
  /**
   * Called when a program waits for decisions about calls, before the model reads that it waits.
   * Store the value, and pass it to `resume` of the tool with the decisions. If it throws or
   * rejects, the call fails. Required if a tool has `needsApproval` or `suspends`, also if it is a
   * tool of an agent that programs call.
   */
  readonly onWaiting?: (waiting: WaitingProgram) => void | PromiseLike<void>;
  /**
   * Receives the state of each program while it runs, and its call: each effect before the next one
   * begins. After a crash, pass `checkpointOf(entries)` of `@ptc/subagent` to `resume`.
   */
  readonly onCheckpoint?: (
    entry: CheckpointEntry,
    call: Pick<WaitingProgram, "toolCallId" | "program">,
  ) => unknown;
}

/** A program that waits for decisions, as plain JSON. */
export interface WaitingProgram {
  /** The id of the model's call, under which the messages contain its result. */
  readonly toolCallId: string;
  readonly program: string;
  /** The calls that wait, to show to a person. */
  readonly pending: NonNullable<ProgramAnswer["pending"]>;
  /** The state of the program. Sign it with `checkpointKey` if it leaves your server. */
  readonly checkpoint: NonNullable<ProgramAnswer["checkpoint"]>;
}

/** The decisions with which a program continues, and the rest of its call. */
export interface ResumeProgramOptions
  extends
    Pick<ResumedProgramCall, "decisions">,
    Partial<Pick<ToolExecutionOptions<unknown>, "abortSignal" | "messages">> {}

/** The input that the model writes. */
export interface ProgramInput {
  readonly program: string;
}

/** The result of a call. The model sees `text`. */
export interface ProgramOutput extends Pick<ProgramAnswer, "ok" | "text"> {
  /**
   * The returned value as JSON, without firewalled fields; for your code. Absent if the program
   * failed. Integers beyond 2^53 and times are texts.
   */
  readonly value?: unknown;
  /** The usage of the program; absent if the call had no program. */
  readonly usage?: RunUsage;
  /** Present if the program waits for decisions; `ok` is then false. */
  readonly status?: "waiting";
  /** The calls that wait. Firewalled values have markers. */
  readonly pending?: WaitingProgram["pending"];
}

/** The tool for `tools` of `generateText` and `streamText`. */
export interface AiSdkProgramTool {
  readonly description: string;
  readonly inputSchema: FlexibleSchema<ProgramInput>;
  readonly execute: (
    input: ProgramInput,
    options: ToolExecutionOptions<unknown>,
  ) => Promise<ProgramOutput>;
  readonly toModelOutput: NonNullable<AiSdkTool<ProgramInput, ProgramOutput>["toModelOutput"]>;
  /**
   * Continues a program that waits, in any process, with a tool that was created with the same
   * options. Returns the output of the model's call. It may wait again; `onWaiting` is then called
   * again. Rejects with a `CheckpointError` of `@ptc/lisp` if the checkpoint or a decision doesn't
   * fit.
   */
  readonly resume: (
    waiting: Omit<WaitingProgram, "pending">,
    options?: ResumeProgramOptions,
  ) => Promise<ProgramOutput>;
}

/**
 * Creates a tool that runs programs: the `createProgramTool` of `@ptc/subagent` in the form that
 * the AI SDK takes. Its description explains the language and the tools to the model. If a program
 * fails, the model sees the error as the result; if the call is aborted, `execute` rejects.
 *
 * @example
 *   generateText({ model, prompt, tools: { lisp_eval: createProgramTool({ tools }) } });
 *
 * @throws OptionError naming the option or the tool
 */
export function createProgramTool(options: AiSdkProgramToolOptions = {}): AiSdkProgramTool {
  const { tools = {}, onWaiting, onCheckpoint, ...others } = options;
  const calls = new Map<string, HostCall>();
  const taken = mixedTools(tools, resolvedToolOptions(options), ({ address }) =>
    calls.get(address.run),
  );
  checkOnWaiting(onWaiting, taken);
  if (onCheckpoint !== undefined && typeof (onCheckpoint as unknown) !== "function")
    throw new OptionError("onCheckpoint", "expected a function");
  const program = createAnyProgramTool({ ...otherOptions(others), tools: taken });
  const firewall = new Firewall({ allow: [...(options.firewall?.allow ?? [])] });
  let count = 0;
  /** Runs a program, or continues it, and returns the output of the model's call. */
  const output = async (
    runId: string,
    { program: source, toolCallId }: ProgramInput & { readonly toolCallId: string },
    call: ResumeProgramOptions,
    begin: (call: Pick<ProgramCall, "signal" | "onCheckpoint">) => Promise<ProgramAnswer>,
  ): Promise<ProgramOutput> => {
    const { abortSignal } = call;
    abortSignal?.throwIfAborted();
    calls.set(runId, call);
    try {
      const { ok, text, step, status, pending, checkpoint } = await begin({
        ...(abortSignal === undefined ? {} : { signal: abortSignal }),
        ...(onCheckpoint === undefined
          ? {}
          : { onCheckpoint: (entry) => onCheckpoint(entry, { toolCallId, program: source }) }),
      });
      if (pending !== undefined && checkpoint !== undefined)
        await onWaiting?.({ toolCallId, program: source, pending, checkpoint });
      abortSignal?.throwIfAborted();
      return {
        ok,
        text,
        ...(ok && step?.ok === true ? { value: visibleAnswer(step.return, firewall) } : {}),
        ...(step === undefined ? {} : { usage: step.usage }),
        ...(status === undefined || pending === undefined ? {} : { status, pending }),
      };
    } finally {
      calls.delete(runId);
    }
  };
  return {
    description: program.description,
    inputSchema: modelSchema<ProgramInput>(
      (value) =>
        isProgram(value)
          ? { value }
          : { issues: [{ message: 'expected an object {"program": "…"}' }] },
      program.inputSchema,
    ),
    execute: async (input, call) => {
      const { toolCallId } = call;
      const runId = `${idText(toolCallId)}.${String(++count)}`;
      return await output(runId, { ...input, toolCallId }, call, (more) =>
        program.run(input, { runId, ...more }),
      );
    },
    resume: async (waiting, { decisions = {}, ...call } = {}) => {
      const { program: source, checkpoint } = waiting;
      return await output(runIdOf(checkpoint), waiting, call, (more) =>
        program.resume({ program: source }, checkpoint, { decisions, ...more }),
      );
    },
    toModelOutput: ({ output: { ok, text, status } }) => ({
      type: ok || status === "waiting" ? "text" : "error-text",
      value: text,
    }),
  };
}

/** @throws OptionError if no application could continue a call that waits */
function checkOnWaiting(onWaiting: unknown, tools: AgentTools): void {
  if (typeof onWaiting === "function") return;
  if (onWaiting !== undefined) throw new OptionError("onWaiting", "expected a function");
  for (const [name, tool] of Object.entries<unknown>(tools))
    for (const field of ["needsApproval", "suspends", "canWait"] as const)
      if (isWaiting(tool, field))
        throw new OptionError(
          // `asTool` sets `canWait` for an agent whose own tools may wait.
          field === "canWait" ? `tools.${name}` : `tools.${name}.${field}`,
          "its calls may wait, so pass `onWaiting`, which receives the state of the program",
        );
}

function isWaiting(tool: unknown, field: "needsApproval" | "suspends" | "canWait"): boolean {
  if (typeof tool !== "object" || tool === null) return false;
  const value = (tool as Readonly<Record<string, unknown>>)[field];
  return value !== undefined && value !== false;
}

/** Returns the first part of the addresses of a checkpoint, which `resume` checks. */
function runIdOf(checkpoint: unknown): string {
  const { runId } = (checkpoint ?? {}) as Readonly<Record<string, unknown>>;
  return typeof runId === "string" ? runId : "";
}

function isProgram(value: unknown): value is ProgramInput {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.hasOwn(value, "program") &&
    typeof (value as { readonly program: unknown }).program === "string"
  );
}

const longestId = 64;

/** Returns a provider's call id in a form suitable as part of the ids of inner calls. */
function idText(toolCallId: string): string {
  // eslint-disable-next-line texts/shortened-texts -- an id of a conversation
  return toolCallId.slice(0, longestId).replace(/[^\w-]/g, "_");
}
