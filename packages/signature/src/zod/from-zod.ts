// zod schemas as types, by way of zod's own JSON Schema.

import { visibleLine } from "@ptc/core/printing";
import { z } from "zod";
import { fromJsonSchema, type TypeFromSchema } from "../json-schema/from-json-schema.ts";
import type { SchemaSide } from "../json-schema/standard-type.ts";
import { zodDialect } from "../json-schema/zod-dialect.ts";

export interface FromZodOptions {
  /**
   * Where a schema transforms: what it takes (`input`), or what it makes of that (`output`, the
   * default).
   */
  readonly io?: SchemaSide;
}

/**
 * The type of a schema of zod 4, its checks and everything else that a signature does not say in
 * `dropped`.
 */
export function fromZod(
  schema: z.core.$ZodType,
  { io = "output" }: FromZodOptions = {},
): TypeFromSchema {
  try {
    return fromJsonSchema(z.toJSONSchema(schema, { ...zodDialect, io }));
  } catch (error) {
    const reason = error instanceof Error ? visibleLine(error.message.slice(0, 200)) : "it threw";
    return {
      type: { kind: "any" },
      definitions: [],
      dropped: [`/: zod cannot say the schema as JSON Schema (${reason}): said as :any`],
    };
  }
}
