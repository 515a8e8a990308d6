// Reduces a signature to what a conversion has to preserve: without its text, and without
// definitions that nothing uses.

import type { Definition, Signature, Type } from "../src/index.ts";
import { namesIn } from "../src/json-schema/named-types.ts";

/**
 * A signature with the definitions that it uses alone, by their names, and these in no order: two
 * sides tell of two orders.
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
