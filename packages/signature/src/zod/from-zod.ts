// Converts zod schemas to types, through the JSON Schema that zod writes for them.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import { shortened, visibleLine } from "@ptc/core/internal/printing";
import { z } from "zod";
import { fromJsonSchema, type TypeFromSchema } from "../json-schema/from-json-schema.ts";
import type { SchemaSide } from "../json-schema/standard-type.ts";
import { zodDialect } from "../json-schema/zod-dialect.ts";

/** The options of `fromZod`. */
export interface FromZodOptions {
  /**
   * For a schema that transforms: `input` is the type that it accepts, `output` (the default) the
   * type that it produces.
   */
  readonly io?: SchemaSide;
}

/**
 * Returns the type of a zod 4 schema. `dropped` lists its checks, and everything else that a
 * signature doesn't express.
 * @throws OptionError for an unknown option
 */
export function fromZod(schema: z.core.$ZodType, options: FromZodOptions = {}): TypeFromSchema {
  assertKnownOptions(options, ["io"] satisfies (keyof FromZodOptions)[]);
  const { io = "output" } = options;
  try {
    return fromJsonSchema(z.toJSONSchema(schema, { ...zodDialect, io }));
  } catch (error) {
    const reason = error instanceof Error ? visibleLine(shortened(error.message, 200)) : "it threw";
    return {
      type: { kind: "any" },
      definitions: [],
      dropped: [`/: zod can't convert the schema to JSON Schema (${reason}): read as :any`],
    };
  }
}
