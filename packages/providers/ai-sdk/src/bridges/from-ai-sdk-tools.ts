// Tools of the AI SDK as tools of PTC: their schemas are enforced as contracts, and `execute` gets
// what the AI SDK gives it. A tool that a program could not call as the AI SDK means it is refused
// by name.

import type { ToolExecutionOptions, ToolSet } from "ai";
import type { Tool, ToolContext } from "@ptc/core/contracts";
import { OptionError, ToolFailure } from "@ptc/core/errors";
import { issueTexts } from "@ptc/core/internal/errors";
import { recordOf } from "@ptc/core/internal/values";
import { isAsyncIterable, lastValue } from "./last-value.ts";
import { contractOf } from "./schema-contract.ts";
import {
  resolvedToolOptions,
  type FromAiSdkToolsOptions,
  type ResolvedToolOptions,
} from "./tool-options.ts";

export type AiSdkTool = ToolSet[string];

/** What is known of the call in which a program runs: of its messages, and of its sandbox. */
export type HostCall = Partial<
  Pick<ToolExecutionOptions<unknown>, "messages" | "experimental_sandbox">
>;

/** How a call of a tool finds the call in which its program runs. */
export type HostCallOf = (context: ToolContext) => HostCall | undefined;

/** Where a tool that was taken over keeps the one that it was made of. */
const origin = Symbol("tool of the AI SDK");

/** A tool that was taken over already. */
interface TakenTool extends Tool {
  readonly [origin]?: { readonly tool: AiSdkTool; readonly options: ResolvedToolOptions };
}

/**
 * The tools for `tools` of an agent. A program gets what `execute` answers; `toModelOutput`, which
 * is for a model that reads the answer, is not asked. There are no `messages` of the AI SDK behind
 * the call of an agent: the list is empty.
 * @throws OptionError naming the tool: one without `execute`, one that its provider executes, or
 * one that needs an approval
 */
export function fromAiSdkTools(
  tools: ToolSet,
  options: FromAiSdkToolsOptions = {},
): Readonly<Record<string, Tool>> {
  if (typeof (tools as unknown) !== "object" || (tools as unknown) === null)
    throw new OptionError("tools", "expected tools of the AI SDK by name");
  const resolved = resolvedToolOptions(options);
  return recordOf(
    Object.entries(tools).map(([name, tool]) => [name, takenTool(name, tool, resolved)]),
  );
}

/** The tool that a taken one was made of, with what it was made with. */
export function originOf(tool: object): TakenTool[typeof origin] {
  return (tool as TakenTool)[origin];
}

export function takenTool(
  name: string,
  tool: AiSdkTool,
  options: ResolvedToolOptions,
  hostCallOf: HostCallOf = () => undefined,
): Tool {
  const place = `tools.${name}`;
  refuseUncallable(place, tool);
  const contextOf = contextReader(name, tool, options);
  const description = descriptionOf(place, tool, options.toolsContext[name]);
  const inputSchema = contractOf(tool.inputSchema, place, "inputSchema");
  const outputSchema = contractOf(tool.outputSchema, place, "outputSchema");
  const taken: TakenTool = {
    ...(description === undefined ? {} : { description }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    execute: async (args, context) => {
      const answered: unknown = tool.execute?.(args, {
        // A tool of PTC that is described by schemas only is taken for one of the AI SDK.
        ...context,
        messages: [],
        ...hostCallOf(context),
        toolCallId: context.callId,
        abortSignal: context.signal,
        context: await contextOf(),
      });
      return asData(
        isAsyncIterable(answered)
          ? await lastValue(answered, options, context.signal)
          : await answered,
      );
    },
  };
  return Object.defineProperty(taken, origin, { value: { tool, options } });
}

/** @throws OptionError */
function refuseUncallable(place: string, tool: AiSdkTool): void {
  // A caller written in JavaScript may pass anything.
  if (typeof (tool as unknown) !== "object" || (tool as unknown) === null)
    throw new OptionError(place, "expected a tool of the AI SDK");
  const { type, isProviderExecuted, execute, needsApproval } = tool as {
    readonly type?: unknown;
    readonly isProviderExecuted?: unknown;
    readonly execute?: unknown;
    readonly needsApproval?: unknown;
  };
  if (type === "provider" && isProviderExecuted === true)
    throw new OptionError(
      place,
      "is executed by its provider, and no program can call it: leave it among the tools of the model",
    );
  if (typeof execute !== "function")
    throw new OptionError(
      place,
      "has no `execute`: whoever answers its calls does so outside of this process, and no program can wait for that: leave it among the tools of the model",
    );
  if (needsApproval !== undefined && needsApproval !== false)
    throw new OptionError(
      place,
      "needs an approval (`needsApproval`), for which a program cannot wait yet: leave it among the tools of the model",
    );
}

/** @throws OptionError for a description that is none, or that cannot be made */
function descriptionOf(place: string, tool: AiSdkTool, context: unknown): string | undefined {
  const given: unknown = tool.description;
  const description: unknown =
    typeof given === "function" ? describedBy(place, given, context) : given;
  if (description === undefined || typeof description === "string") return description;
  throw new OptionError(`${place}.description`, "expected a text, or a function that answers one");
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- any function may stand there; what it answers is checked
function describedBy(place: string, describe: Function, context: unknown): unknown {
  try {
    return Reflect.apply(describe, undefined, [{ context }]);
  } catch (error) {
    throw new OptionError(
      `${place}.description`,
      `threw ${error instanceof Error ? error.message : "something"}; the context of the tool is given by the option toolsContext`,
    );
  }
}

/** Reads the context of a tool, checked where the tool says what it has to be. */
function contextReader(
  name: string,
  tool: AiSdkTool,
  { toolsContext }: ResolvedToolOptions,
): () => Promise<unknown> {
  const given = Object.hasOwn(toolsContext, name) ? toolsContext[name] : undefined;
  const schema = contractOf(tool.contextSchema, `tools.${name}`, "contextSchema");
  if (schema === undefined) return () => Promise.resolve(given);
  return async () => {
    const result = await schema["~standard"].validate(given);
    if (result.issues === undefined) return result.value;
    throw new ToolFailure(
      `the call was not made: the context of the tool (option toolsContext) is wrong: ${issueTexts(result.issues).join("; ")}`,
      { kind: "wrong_context" },
    );
  };
}

/**
 * An answer as data, whatever it looks like: an agent takes `{ ok, value }` and `{ ok, error }` for
 * outcomes of tools, which the AI SDK does not know.
 */
function asData(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return answer ?? null;
  const names = Object.keys(answer);
  return names.length === 2 && names.includes("ok") ? { ok: true, value: answer } : answer;
}
