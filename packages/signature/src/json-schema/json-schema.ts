// Titles for types that JSON Schema has no keyword for. Such a title starts with a colon, as type
// names do in a signature. A title is only an annotation, and every provider accepts it.

import type { Definition } from "../model.ts";

/** The title of a string that a program may give as a keyword. */
export const keywordTitle = ":keyword";

/** The title of an object that stands for a file. */
export const fileTitle = ":file";

/**
 * For the strict subset, where every field is required: the title of a field that may be missing in
 * the signature, and not only nil.
 */
export const optionalTitle = ":optional";

/**
 * What is passed along with a type: the definitions that it uses. A signature can be passed as it
 * is.
 */
export interface DefinitionOptions {
  readonly definitions?: readonly Definition[];
}

/** The title of a schema that stands where a definition is used: `:Order`. */
export function nameTitle(name: string): string {
  return `:${name}`;
}

/** The name in such a title; `undefined` for any other title. */
export function nameInTitle(title: unknown): string | undefined {
  return typeof title === "string" && title.length <= 200 && /^:[A-Z][A-Za-z0-9_-]*$/u.test(title)
    ? title.slice(1)
    : undefined;
}
