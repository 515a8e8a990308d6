// A code mode for the AI SDK: one tool, whose calls are programs that call the other tools.
//
//   generateText ──▶ { program } ──▶ sandbox of @ptc/lisp ──▶ tools
//        ▲                                   │
//        └───── the result for the model ◀───┘

import type { FlexibleSchema, Tool as AiSdkTool, ToolExecutionOptions, ToolSet } from "ai";
import type { RunUsage } from "@ptc/core/contracts";
import { Firewall } from "@ptc/core/firewall";
import {
  createProgramTool as createAnyProgramTool,
  type AgentTools,
  type ProgramAnswer,
  type ProgramToolOptions,
} from "@ptc/subagent";
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
}

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
  const { tools = {} } = options;
  const calls = new Map<string, ToolExecutionOptions<unknown>>();
  const program = createAnyProgramTool({
    ...otherOptions(options),
    tools: mixedTools(tools, resolvedToolOptions(options), ({ address }) => calls.get(address.run)),
  });
  const firewall = new Firewall({ allow: [...(options.firewall?.allow ?? [])] });
  let count = 0;
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
      const { abortSignal, toolCallId } = call;
      abortSignal?.throwIfAborted();
      const runId = `${idText(toolCallId)}.${String(++count)}`;
      calls.set(runId, call);
      try {
        const { ok, text, step } = await program.run(input, {
          runId,
          ...(abortSignal === undefined ? {} : { signal: abortSignal }),
        });
        abortSignal?.throwIfAborted();
        return {
          ok,
          text,
          ...(ok && step?.ok === true ? { value: visibleAnswer(step.return, firewall) } : {}),
          ...(step === undefined ? {} : { usage: step.usage }),
        };
      } finally {
        calls.delete(runId);
      }
    },
    toModelOutput: ({ output: { ok, text } }) => ({
      type: ok ? "text" : "error-text",
      value: text,
    }),
  };
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
