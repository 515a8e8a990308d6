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

/** Returns the message for the option `name`, which isn't in `names`. */
export function unknownOptionText(name: string, names: readonly string[]): string {
  // Only tools have `execute`.
  const isOfTool = names.includes("execute");
  const text = isOfTool ? toolAliasText(name) : undefined;
  if (text !== undefined) return text;
  const alias = [aliases.get(name), toolAlias(name)].find(
    (ours) => ours !== undefined && names.includes(ours.split(".", 1)[0] ?? ""),
  );
  return unknownOption(name, names, alias);
}
