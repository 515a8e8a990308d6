// The definition of an agent as text, so that a resumed run can warn that it has changed.

import type { Agent } from "../agent/agent.ts";

/** Options that aren't part of the definition, or that other fields contain. */
const omitted: ReadonlySet<string> = new Set(["llm", "template", "warnings", "output"]);

/** Returns text that is equal for equal definitions. Functions count by their presence alone. */
export function agentText(agent: Agent): string {
  const { tools, signature, ...options } = agent;
  try {
    return JSON.stringify(
      {
        signature: signature.text,
        tools: [...tools].map(([name, tool]) => [name, tool.description, tool.signature]),
        options,
      },
      (name, value: unknown) => {
        if (omitted.has(name)) return undefined;
        if (value instanceof Map) return [...(value as ReadonlyMap<unknown, unknown>)];
        return typeof value === "function" || typeof value === "bigint" ? typeof value : value;
      },
    );
  } catch {
    // An option, such as a schema, may contain itself.
    return agent.prompt;
  }
}
