// What a JSON Schema is here, and the titles that carry what JSON Schema has no word for. A title
// starts with a colon, as type names do in a signature: it annotates only, and every provider takes
// it.

import type { Definition } from "../model.ts";

/** A schema as plain data: draft 2020-12 where this package writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A string that a program may say as a keyword. */
export const keywordTitle = ":keyword";

/**
 * In the strict subset, where every field is required: the field may be missing in the signature,
 * not only nil.
 */
export const optionalTitle = ":optional";

/**
 * What stands beside a type: the descriptions of the definitions that it uses. A signature can be
 * passed as it is.
 */
export interface DefinitionOptions {
  readonly definitions?: readonly Definition[];
}

/** The title of a schema that stands where a definition is used: `:Order`. */
export function nameTitle(name: string): string {
  return `:${name}`;
}

/** The name in such a title; `undefined` for every other title. */
export function nameInTitle(title: unknown): string | undefined {
  return typeof title === "string" && title.length <= 200 && /^:[A-Z][A-Za-z0-9_-]*$/u.test(title)
    ? title.slice(1)
    : undefined;
}
