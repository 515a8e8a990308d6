// Signatures and types as canonical text: one line, one space where one is needed, comments dropped.
// Reading the text again gives the same signature.

import type { Field, Signature, Type } from "../model.ts";

/** `(query :string, limit :int?) -> {count :int}`; without parameters `() -> {count :int}`. */
export function renderSignature(signature: Signature): string {
  return `(${renderFields(signature.parameters)}) -> ${renderType(signature.output)}`;
}

/** `{items [{id :int}], total :float?}` */
export function renderType(type: Type): string {
  switch (type.kind) {
    case "list":
      return `[${renderType(type.element)}]`;
    case "map":
      return `{${renderFields(type.fields)}}`;
    case "nilable":
      return `${renderType(type.type)}?`;
    case "any-map":
      return ":map";
    default:
      return `:${type.kind}`;
  }
}

function renderFields(fields: readonly Field[]): string {
  return fields.map(({ name, type, optional }) => `${name} ${renderType(type)}${optional ? "?" : ""}`).join(", ");
}
