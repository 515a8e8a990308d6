// Writes signatures and types as canonical text: one line, single spaces, no comments. Reading the
// text again gives the same signature.

import { quotedText } from "@ptc/core/printing";
import type { Field, Signature, Type } from "../model.ts";

/** Which parts of a signature are written. */
export interface RenderOptions {
  /**
   * Whether descriptions are written; default true. Without them the text is as short as possible.
   */
  readonly descriptions?: boolean;
}

/**
 * `(query :string "what to look for", limit :int?) -> {count :int}`; without parameters `() ->
 * {count :int}`.
 */
export function renderSignature(
  { definitions, parameters, output }: Omit<Signature, "text">,
  { descriptions = true }: RenderOptions = {},
): string {
  const defined = definitions.map(
    ({ name, type, description }) =>
      `type ${name} ${rendered(type, descriptions)}${noteOf(description, descriptions)} `,
  );
  return `${defined.join("")}(${renderFields(parameters, descriptions)}) -> ${rendered(output, descriptions)}`;
}

/** `{items [{id :int}], total :float?}`. Names of defined types stay names. */
export function renderType(type: Type, { descriptions = true }: RenderOptions = {}): string {
  return rendered(type, descriptions);
}

/** `limit :int? "at most this many"` */
export function renderField(field: Field, { descriptions = true }: RenderOptions = {}): string {
  return `${field.name} ${renderFieldType(field, descriptions)}${noteOf(field.description, descriptions)}`;
}

function rendered(type: Type, descriptions: boolean): string {
  switch (type.kind) {
    case "list":
      return `[${rendered(type.element, descriptions)}]`;
    case "map":
      return `{${renderFields(type.fields, descriptions)}}`;
    case "enum":
      return `#{${type.values.map(enumValueText).join(" ")}}`;
    case "reference":
      return `:${type.name}`;
    case "nilable":
      return `${rendered(type.type, descriptions)}?`;
    case "any-map":
      return ":map";
    default:
      return `:${type.kind}`;
  }
}

/** A value of an enum, without quotes where possible. */
export function enumValueText(value: string): string {
  return /^[A-Za-z0-9_][A-Za-z0-9_-]*$/u.test(value) ? value : quotedText(value);
}

function renderFields(fields: readonly Field[], descriptions: boolean): string {
  return fields.map((field) => renderField(field, { descriptions })).join(", ");
}

/**
 * A field with `?` may be missing or nil; a field that must exist and may be nil is written `|nil`.
 */
function renderFieldType({ type, optional }: Field, descriptions: boolean): string {
  if (optional) return `${rendered(type, descriptions)}?`;
  return type.kind === "nilable"
    ? `${rendered(type.type, descriptions)}|nil`
    : rendered(type, descriptions);
}

function noteOf(description: string | undefined, descriptions: boolean): string {
  return description === undefined || !descriptions ? "" : ` ${quotedText(description)}`;
}
