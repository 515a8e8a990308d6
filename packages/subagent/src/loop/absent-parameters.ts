// Fills in parameters that were omitted from the context.

import type { Agent } from "../agent/agent.ts";

/** Returns the context for the agent's programs, with nil for omitted optional parameters. */
export function withAbsentParameters(
  { signature }: Agent,
  context: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const absent = signature.parameters.filter(({ name }) => !Object.hasOwn(context, name));
  return absent.length === 0
    ? context
    : { ...context, ...Object.fromEntries(absent.map(({ name }) => [name, null])) };
}
