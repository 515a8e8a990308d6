// Writes signatures and types as canonical text: one line, single spaces, no comments. Parsing the
// text gives the same signature again.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import { quotedText } from "@ptc/core/internal/printing";
import type { Field, Signature, Type, UnionType } from "../model.ts";

/** The options for writing signatures. */
export interface RenderOptions {
  /**
   * If true (the default), descriptions are written. Without them the text is as short as
   * possible.
   */
  readonly descriptions?: boolean;
}

/**
 * Writes a signature: `(query :string "what to look for", limit :int?) -> {count :int}`, or
 * `() -> {count :int}` without parameters.
 * @throws OptionError for an unknown option
 */
export function renderSignature(
  { definitions, parameters, output }: Omit<Signature, "text">,
  options: RenderOptions = {},
): string {
  const descriptions = writesDescriptions(options);
  const defined = definitions.map(
    ({ name, type, description }) =>
      `type ${name} ${rendered(type, descriptions)}${noteOf(description, descriptions)} `,
  );
  return `${defined.join("")}(${renderFields(parameters, descriptions)}) -> ${rendered(output, descriptions)}`;
}

/**
 * Writes a type: `{items [{id :int}], total :float?}`. Keeps the names of defined types.
 * @throws OptionError for an unknown option
 */
export function renderType(type: Type, options: RenderOptions = {}): string {
  return rendered(type, writesDescriptions(options));
}

/**
 * Writes a field: `limit :int? "at most this many"`.
 * @throws OptionError for an unknown option
 */
export function renderField(field: Field, options: RenderOptions = {}): string {
  const descriptions = writesDescriptions(options);
  return `${field.name} ${renderFieldType(field, descriptions)}${noteOf(field.description, descriptions)}`;
}

function writesDescriptions(options: RenderOptions): boolean {
  assertKnownOptions(options, ["descriptions"] satisfies (keyof RenderOptions)[]);
  return options.descriptions ?? true;
}

function rendered(type: Type, descriptions: boolean): string {
  switch (type.kind) {
    case "list":
      return `[${rendered(type.element, descriptions)}]`;
    case "map":
      return `{${renderFields(type.fields, descriptions)}}`;
    case "enum":
      return enumText(type.values);
    case "constant":
      return String(type.value);
    case "union":
      return unionText(type, descriptions);
    case "reference":
      return `:${type.name}`;
    case "nilable":
      return type.type.kind === "union"
        ? `${rendered(type.type, descriptions)}|nil`
        : `${rendered(type.type, descriptions)}?`;
    case "any-map":
      return ":map";
    default:
      return `:${type.kind}`;
  }
}

/** Writes an enum. A single word is written as a constant, `"card"`. */
function enumText(values: readonly string[]): string {
  const [only = ""] = values;
  return values.length === 1 && word.test(only)
    ? `"${only}"`
    : `#{${values.map(enumValueText).join(" ")}}`;
}

/** Writes a union, with spaces around `|` if a branch is a map with fields. */
function unionText({ branches }: UnionType, descriptions: boolean): string {
  const bar = branches.some(({ kind }) => kind === "map") ? " | " : "|";
  return branches.map((branch) => rendered(branch, descriptions)).join(bar);
}

const word = /^[A-Za-z0-9_][A-Za-z0-9_-]*$/u;

/**
 * Returns the text of an enum value, without quotes if possible. A word that looks like another
 * value, such as `true`, is quoted.
 */
export function enumValueText(value: string): string {
  return word.test(value) && !/^(?:true|false|nil|\d+)$/u.test(value) ? value : quotedText(value);
}

function renderFields(fields: readonly Field[], descriptions: boolean): string {
  return fields.map((field) => renderField(field, { descriptions })).join(", ");
}

/**
 * Writes the type of a field. A field with `?` may be missing or nil; a required field that may be
 * nil is written with `|nil`.
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
