// Converts tools of the AI SDK to tools of PTC. Their schemas are enforced as contracts, and
// `execute` gets the arguments that the AI SDK passes. Rejects by name the tools that a program
// can't call with the AI SDK's semantics.

import type { ToolSet } from "ai";
import type { Tool } from "@ptc/core/contracts";
import { OptionError, ToolFailure } from "@ptc/core/errors";
import { issueTexts, oneLine } from "@ptc/core/internal/errors";
import { recordOf } from "@ptc/core/internal/values";
import type { HostCallOf } from "./host-call.ts";
import { isAsyncIterable, lastValue } from "./last-value.ts";
import { contractOf } from "./schema-contract.ts";
import { approvalOf } from "./tool-approval.ts";
import {
  knownToolOptions,
  resolvedToolOptions,
  type AiSdkToolsOptions,
  type ResolvedToolOptions,
} from "./tool-options.ts";

export type AiSdkTool = ToolSet[string];

/** The key under which a converted tool stores its original. */
const origin = Symbol("tool of the AI SDK");

/** A converted tool. */
interface ToolWithOrigin extends Tool {
  readonly [origin]?: { readonly tool: AiSdkTool; readonly options: ResolvedToolOptions };
}

/** A difference between a tool of the AI SDK and the tool that programs call. */
export interface AiSdkToolWarning {
  /** `loosened`: nothing checks some parts of the tool's schemas. */
  readonly kind: "loosened";
  /** The name of the tool. */
  readonly tool: string;
  readonly message: string;
}

/** The result of `aiSdkTools`: the tools, and how they differ from the given ones. */
export interface AiSdkTools {
  /** For the option `tools` of an agent or a run, by the given names. */
  readonly tools: Readonly<Record<string, Tool>>;
  readonly warnings: readonly AiSdkToolWarning[];
}

/**
 * Converts tools of the AI SDK to tools for agents and programs. A program gets the result of
 * `execute`; `toModelOutput` is not called, because it is for a model that reads the result. The
 * calls of an agent have no AI SDK messages, so `messages` is empty. A tool with `needsApproval`
 * keeps it: its calls wait for a decision.
 * @throws OptionError naming the tool: one without `execute`, or one that its provider executes
 */
export function aiSdkTools(tools: ToolSet, options: AiSdkToolsOptions = {}): AiSdkTools {
  if (typeof (tools as unknown) !== "object" || (tools as unknown) === null)
    throw new OptionError("tools", "expected tools of the AI SDK by name");
  knownToolOptions(options);
  const resolved = resolvedToolOptions(options);
  const taken = Object.entries(tools).map(([name, tool]) => takenTool(name, tool, resolved));
  return {
    tools: recordOf(taken.map(({ name, tool }) => [name, tool])),
    warnings: taken.flatMap(({ name, unchecked }) => loosened(name, unchecked)),
  };
}

function loosened(tool: string, unchecked: readonly string[]): readonly AiSdkToolWarning[] {
  if (unchecked.length === 0) return [];
  const message = `the tool ${oneLine(tool, 80)}: nothing checks ${unchecked.join("; ")}`;
  return [{ kind: "loosened", tool, message }];
}

/** Returns the original of a converted tool with its options, or undefined for other tools. */
export function originOf(tool: object): ToolWithOrigin[typeof origin] {
  return (tool as ToolWithOrigin)[origin];
}

export interface TakenTool {
  readonly name: string;
  readonly tool: Tool;
  /** The unchecked parts of its schemas. */
  readonly unchecked: readonly string[];
}

export function takenTool(
  name: string,
  tool: AiSdkTool,
  options: ResolvedToolOptions,
  hostCallOf: HostCallOf = () => undefined,
): TakenTool {
  const option = `tools.${name}`;
  refuseUncallable(option, tool);
  const contextOf = contextReader(name, tool, options);
  const description = descriptionOf(option, tool, options.toolsContext[name]);
  const input = contractOf(tool.inputSchema, option, "inputSchema");
  const output = contractOf(tool.outputSchema, option, "outputSchema");
  const needsApproval = approvalOf(option, tool, contextOf, hostCallOf);
  const taken: ToolWithOrigin = {
    ...(description === undefined ? {} : { description }),
    ...(input.schema === undefined ? {} : { inputSchema: input.schema }),
    ...(output.schema === undefined ? {} : { outputSchema: output.schema }),
    ...(needsApproval === undefined ? {} : { needsApproval }),
    execute: async (args, context) => {
      const answered: unknown = tool.execute?.(args, {
        // A PTC tool with schemas only is treated as one of the AI SDK.
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
  return {
    name,
    tool: Object.defineProperty(taken, origin, { value: { tool, options } }),
    unchecked: [...input.unchecked, ...output.unchecked],
  };
}

/** @throws OptionError */
function refuseUncallable(option: string, tool: AiSdkTool): void {
  // Callers in JavaScript may pass anything.
  if (typeof (tool as unknown) !== "object" || (tool as unknown) === null)
    throw new OptionError(option, "expected a tool of the AI SDK");
  const { type, isProviderExecuted, execute } = tool as {
    readonly type?: unknown;
    readonly isProviderExecuted?: unknown;
    readonly execute?: unknown;
  };
  if (type === "provider" && isProviderExecuted === true)
    throw new OptionError(
      option,
      "runs on the provider's servers, so programs can't call it; pass it to the model as a tool instead",
    );
  if (typeof execute !== "function")
    throw new OptionError(
      option,
      "has no `execute`, so its calls are answered outside of this process; pass it to the model as a tool instead",
    );
}

/** @throws OptionError for an invalid description, or a description function that fails */
function descriptionOf(option: string, tool: AiSdkTool, context: unknown): string | undefined {
  const given: unknown = tool.description;
  const description: unknown =
    typeof given === "function" ? describedBy(option, given, context) : given;
  if (description === undefined || typeof description === "string") return description;
  throw new OptionError(
    `${option}.description`,
    "expected a string, or a function that returns one",
  );
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- any function may stand there; what it answers is checked
function describedBy(option: string, describe: Function, context: unknown): unknown {
  try {
    return Reflect.apply(describe, undefined, [{ context }]);
  } catch (error) {
    throw new OptionError(
      `${option}.description`,
      `threw ${error instanceof Error ? error.message : "something"}; pass the context of the tool with the option toolsContext`,
    );
  }
}

/** Reads the context of a tool, and checks it if the tool has a schema for it. */
function contextReader(
  name: string,
  tool: AiSdkTool,
  { toolsContext }: ResolvedToolOptions,
): () => Promise<unknown> {
  const given = Object.hasOwn(toolsContext, name) ? toolsContext[name] : undefined;
  const { schema } = contractOf(tool.contextSchema, `tools.${name}`, "contextSchema");
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
 * Returns a result as data. Without it, an agent would treat `{ ok, value }` and `{ ok, error }`
 * as outcomes of tools, which the AI SDK doesn't have.
 */
function asData(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return answer ?? null;
  const names = Object.keys(answer);
  return names.length === 2 && names.includes("ok") ? { ok: true, value: answer } : answer;
}
