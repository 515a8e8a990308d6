// A schema for `inputSchema` of a tool of the AI SDK: a check, and the JSON Schema that the model
// is told. It follows the interfaces of standardschema.dev: nothing of the AI SDK is loaded.

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
