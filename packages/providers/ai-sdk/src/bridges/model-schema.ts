// Creates a schema for `inputSchema` of an AI SDK tool: a check, and the JSON Schema for the model.
// It implements the interfaces of standardschema.dev, so the AI SDK needn't be loaded.

import type { FlexibleSchema } from "ai";
import type { StandardResult } from "@ptc/core/contracts";

export function modelSchema<Input>(
  validate: (value: unknown) => StandardResult<Input>,
  jsonSchema: Readonly<Record<string, unknown>>,
): FlexibleSchema<Input> {
  const write = (): Record<string, unknown> => structuredClone(jsonSchema);
  const schema = {
    "~standard": {
      version: 1,
      vendor: "ptc",
      validate,
      jsonSchema: { input: write, output: write },
    },
  } as const;
  return schema;
}
