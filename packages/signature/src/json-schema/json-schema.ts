// The type of JSON Schemas, and the titles for concepts that JSON Schema has no keyword for. Such a
// title starts with a colon, like a type name in a signature. A title is only an annotation, and
// every provider accepts it.

import type { Definition } from "../model.ts";

/** A schema as plain data. This package writes draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The title of a string schema whose values a program may write as keywords. */
export const keywordTitle = ":keyword";

/** The title of an object schema that describes a file. */
export const fileTitle = ":file";

/**
 * In the strict subset, where every field is required: the title of a field that is optional in
 * the signature, and not only nilable.
 */
export const optionalTitle = ":optional";

/** The definitions that a type uses. You can pass a signature as it is. */
export interface DefinitionOptions {
  readonly definitions?: readonly Definition[];
}

/** Returns the title of a schema that is written where a definition is used: `:Order`. */
export function nameTitle(name: string): string {
  return `:${name}`;
}

/** Returns the name in such a title, or `undefined` for any other title. */
export function nameInTitle(title: unknown): string | undefined {
  return typeof title === "string" && title.length <= 200 && /^:[A-Z][A-Za-z0-9_-]*$/u.test(title)
    ? title.slice(1)
    : undefined;
}
