// What programs read for parameters that were not given.

import type { Agent } from "../agent/agent.ts";

/** The context of the agent's programs: an optional parameter that was not given is nil. */
export function withAbsentParameters(
  { signature }: Agent,
  context: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const absent = signature.parameters.filter(({ name }) => !Object.hasOwn(context, name));
  return absent.length === 0
    ? context
    : { ...context, ...Object.fromEntries(absent.map(({ name }) => [name, null])) };
}
