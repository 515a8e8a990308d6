// The part of the Standard Schema interface that PTC uses for the return value of a run and for the
// arguments and results of tools. Source: standardschema.dev, version 1.

/** One issue that a schema reports, in the shape of Standard Schema 1. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The result of a Standard Schema 1 validation: the output value, or issues. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/**
 * Any schema that implements the interface, for example from zod, valibot or arktype, or a
 * signature.
 */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  };
}

/**
 * Returns what to pass instead of `given`, which isn't a Standard Schema. JSON Schemas, as other
 * libraries and MCP take them, have a conversion.
 */
export function expectedSchema(given: unknown, side: "input" | "output"): string {
  const isJsonSchema =
    typeof given === "object" &&
    given !== null &&
    ["type", "properties", "$schema", "anyOf"].some((name) => Object.hasOwn(given, name));
  return `expected a Standard Schema (zod, valibot, arktype…)${isJsonSchema ? `; ${conversionOf(side)}` : ""}`;
}

function conversionOf(side: "input" | "output"): string {
  return `convert a JSON Schema: ${side}Schema(signatureFromJsonSchema({ ${side}: schema }).signature), from @ptc/signature and @ptc/signature/json-schema`;
}

/**
 * True if `value` is a Standard Schema. A schema can be an object or a function; a function is not
 * called for this check.
 */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    "~standard" in value
  );
}
