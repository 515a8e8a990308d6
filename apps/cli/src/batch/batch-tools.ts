// The tools of a batch request. What they do is described by data.

import type { ToolFunction, Tools } from "@ptc/core/contracts";
import { defineField } from "@ptc/core/internal/values";
import { RequestError, isObject, kindOf } from "./request-error.ts";

/**
 * The tool for each kind of description. `error` (the tool answers with an error) and `throws` both
 * fail the call.
 */
const behaviours: ReadonlyMap<string, (content: unknown, field: string) => ToolFunction> = new Map([
  ["returns", (content: unknown) => () => content],
  ["error", failing],
  ["throws", failing],
]);

const echo: ToolFunction = (args) => args;

/** @throws RequestError naming the field */
export function batchTools(description: unknown): Tools {
  const tools: Record<string, ToolFunction> = {};
  if (Array.isArray(description)) {
    for (const [index, name] of (description as readonly unknown[]).entries()) {
      if (typeof name !== "string")
        throw new RequestError(`tools[${String(index)}]: expected a name, got ${kindOf(name)}`);
      defineField(tools, name, echo);
    }
    return tools;
  }
  if (!isObject(description))
    throw new RequestError(
      `tools: expected a list of names or an object, got ${kindOf(description)}`,
    );
  for (const [name, behaviour] of Object.entries(description))
    defineField(tools, name, toolOf(behaviour, `tools.${name}`));
  return tools;
}

function toolOf(behaviour: unknown, field: string): ToolFunction {
  if (behaviour === "echo") return echo;
  const [only, ...others] = isObject(behaviour) ? Object.entries(behaviour) : [];
  const make = only === undefined || others.length > 0 ? undefined : behaviours.get(only[0]);
  if (only === undefined || make === undefined)
    throw new RequestError(
      `${field}: expected "echo", {"returns": value}, {"error": message} or {"throws": message}, got ${typeof behaviour === "string" ? JSON.stringify(behaviour.slice(0, 60)) : kindOf(behaviour)}`,
    );
  return make(only[1], `${field}.${only[0]}`);
}

function failing(message: unknown, field: string): ToolFunction {
  if (typeof message !== "string")
    throw new RequestError(`${field}: expected a text, got ${kindOf(message)}`);
  return () => {
    throw new Error(message);
  };
}
