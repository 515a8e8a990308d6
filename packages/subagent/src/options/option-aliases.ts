// Maps option names of other libraries (AI SDK, OpenAI Agents SDK, Pydantic AI, LangChain) to ours.
// The error for an unknown option suggests our name.

import { toolAlias, toolAliasText } from "@ptc/core/internal/arguments";
import { unknownOption } from "@ptc/core/internal/errors";

/** A value may be the path of a field: `modelOptions.temperature`. */
const aliases: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["model", "llm"],
  ["instructions", "prompt"],
  ["system", "systemPrompt"],
  ["maxSteps", "maxTurns"],
  ["stopWhen", "maxTurns"],
  ["input", "context"],
  ["data", "context"],
  ["outputType", "output"],
  ["outputSchema", "output"],
  ["schema", "output"],
  ["abortSignal", "signal"],
  ["timeout", "missionTimeoutMs"],
  ["maxRetries", "llmRetry.maxAttempts"],
  ["maxOutputTokens", "modelOptions.maxOutputTokens"],
  ["providerOptions", "modelOptions.providerOptions"],
  ["temperature", "modelOptions.temperature"],
]);

/** Fields of tools whose calls wait. */
export const waitingFields = ["needsApproval", "approvalTimeoutMs", "suspends"] as const;

/** Returns the reason why missions reject the field `name` of a tool, if they do. */
export function waitingText(name: string): string | undefined {
  return (waitingFields as readonly string[]).includes(name)
    ? "calls of missions can't wait yet, only those of programs that `run` or a session of @ptc/lisp runs; leave the tool out, or ask in `execute` before it acts"
    : undefined;
}

/** Returns the message for the option `name`, which isn't in `names`. */
export function unknownOptionText(name: string, names: readonly string[]): string {
  // Only tools have `execute`.
  const isOfTool = names.includes("execute");
  const waits = waitingText(isOfTool ? (toolAlias(name) ?? name) : name);
  if (waits !== undefined) return `unknown option: ${waits}`;
  const text = isOfTool ? toolAliasText(name) : undefined;
  if (text !== undefined) return text;
  const alias = [aliases.get(name), toolAlias(name)].find(
    (ours) => ours !== undefined && names.includes(ours.split(".", 1)[0] ?? ""),
  );
  return unknownOption(name, names, alias);
}
