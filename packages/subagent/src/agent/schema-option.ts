// Checks a schema of an agent or tool.

import { expectedSchema, isStandardSchema } from "@ptc/core/internal/contracts";
import { wrongOption } from "../options/option-checks.ts";

/** @throws OptionError for a value that is neither undefined nor a Standard Schema */
export function schemaOption(option: string, side: "input" | "output", schema: unknown): void {
  if (schema !== undefined && !isStandardSchema(schema))
    throw wrongOption(option, expectedSchema(schema, side), schema);
}
