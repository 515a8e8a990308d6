// Reduces a signature to the content that a conversion has to preserve: without its text and unused
// definitions.

import type { Definition, Signature, Type } from "../src/index.ts";
import { namesIn } from "../src/json-schema/named-types.ts";

/**
 * Returns a signature with only the definitions that it uses, as an unordered map by name, because
 * the two sides may have different orders.
 */
export function compared({ definitions, parameters, output }: Omit<Signature, "text">): unknown {
  const used = usedNames([...parameters.map(({ type }) => type), output], definitions);
  return {
    definitions: new Map(
      definitions
        .filter(({ name }) => used.has(name))
        .map((definition) => [definition.name, definition]),
    ),
    parameters,
    output,
  };
}

export function usedNames(
  types: readonly Type[],
  definitions: readonly Definition[],
): ReadonlySet<string> {
  const used = new Set(types.flatMap(namesIn));
  for (const { name, type } of [...definitions].reverse())
    if (used.has(name)) for (const inner of namesIn(type)) used.add(inner);
  return used;
}
