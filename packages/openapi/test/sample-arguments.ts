// Generates arguments that match a signature: a value of the right type for each field.

import { contextFile } from "@ptc/subagent";
import { parseSignature, type Field, type Type } from "@ptc/signature";

export interface SampleOptions {
  /** Whether to include optional arguments. */
  readonly optional: boolean;
}

export function sampleArguments(
  text: string,
  options: SampleOptions,
): Readonly<Record<string, unknown>> {
  const read = parseSignature(text);
  if (!read.ok) throw new Error(text);
  return fieldsOf(read.signature.parameters, options);
}

function fieldsOf(fields: readonly Field[], options: SampleOptions): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(({ optional }) => !optional || options.optional)
      .map(({ name, type }) => [name, sample(type, options)]),
  );
}

function sample(type: Type, options: SampleOptions): unknown {
  switch (type.kind) {
    case "string":
    case "keyword":
    case "any":
      return "a b/c";
    case "int":
      return 3;
    case "float":
      return 1.5;
    case "bool":
      return true;
    case "datetime":
      return new Date("2026-01-02T03:04:05Z");
    case "file":
      return contextFile({ data: new Uint8Array([1]), mediaType: "image/png" });
    case "any-map":
      return {};
    case "enum":
      return type.values[0];
    case "constant":
      return type.value;
    case "union":
      return sample(type.branches[0] ?? { kind: "any" }, options);
    case "list":
      return [sample(type.element, options)];
    case "map":
      return fieldsOf(type.fields, options);
    default:
      return sample(type.type, options);
  }
}
