// Creates the tools of a batch request from descriptions in JSON.

import { shortened } from "@ptc/core/internal/printing";
import type { ToolFunction, Tools } from "@ptc/core/contracts";
import { defineField } from "@ptc/core/internal/values";
import { isObject } from "@ptc/core/internal/host";
import { RequestError, kindOf } from "./request-error.ts";

/** Creates the tool of each kind of description. `error` and `throws` both fail the call. */
const behaviors: ReadonlyMap<string, (content: unknown, field: string) => ToolFunction> = new Map([
  ["returns", (content: unknown) => () => content],
  ["error", failing],
  ["throws", failing],
]);

const echo: ToolFunction = (args) => args;

/** Returns the described tools. @throws RequestError naming the field */
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
  for (const [name, behavior] of Object.entries(description))
    defineField(tools, name, toolOf(behavior, `tools.${name}`));
  return tools;
}

function toolOf(behavior: unknown, field: string): ToolFunction {
  if (behavior === "echo") return echo;
  const [only, ...others] = isObject(behavior) ? Object.entries(behavior) : [];
  const make = only === undefined || others.length > 0 ? undefined : behaviors.get(only[0]);
  if (only === undefined || make === undefined)
    throw new RequestError(
      `${field}: expected "echo", {"returns": value}, {"error": message} or {"throws": message}, got ${typeof behavior === "string" ? JSON.stringify(shortened(behavior, 60)) : kindOf(behavior)}`,
    );
  return make(only[1], `${field}.${only[0]}`);
}

function failing(message: unknown, field: string): ToolFunction {
  if (typeof message !== "string")
    throw new RequestError(`${field}: expected a string, got ${kindOf(message)}`);
  return () => {
    throw new Error(message);
  };
}
