// Resolves a `$ref` inside the same document: a JSON pointer (RFC 6901) in a fragment. Never
// fetches other documents.

import { isSchemaObject } from "./schema-node.ts";

export interface ReferenceTarget {
  readonly schema: unknown;
  /** The keys that lead to it from the root. */
  readonly segments: readonly string[];
  /** The name that the definition gets in a signature; `undefined` if the location has no name. */
  readonly name: string | undefined;
}

const longestReference = 1000;
const definitionKeywords = ["$defs", "definitions"] as const;

/** Returns `undefined` if the reference leads out of the document or nowhere. */
export function resolveReference(root: unknown, reference: string): ReferenceTarget | undefined {
  if (reference.length > longestReference || !/^#(?:\/|$)/u.test(reference)) return undefined;
  const segments = segmentsOf(reference);
  if (segments === undefined) return undefined;
  let schema = root;
  for (const segment of segments) {
    schema = partOf(schema, segment);
    if (schema === undefined) return undefined;
  }
  return { schema, segments, name: nameOf(segments) };
}

/** Returns the schemas that a document defines, in document order. */
export function definitionsAt(root: unknown): readonly unknown[] {
  if (!isSchemaObject(root)) return [];
  return definitionKeywords.flatMap((keyword) => {
    const definitions = partOf(root, keyword);
    return isSchemaObject(definitions)
      ? keysOf(definitions).map((name) => partOf(definitions, name))
      : [];
  });
}

function segmentsOf(reference: string): readonly string[] | undefined {
  try {
    return decodeURIComponent(reference)
      .split("/")
      .slice(1)
      .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
  } catch {
    return undefined;
  }
}

/** Returns an own field or element, or `undefined` if it doesn't exist. */
function partOf(value: unknown, segment: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return Object.hasOwn(value, segment)
      ? (value as Readonly<Record<string, unknown>>)[segment]
      : undefined;
  } catch {
    return undefined;
  }
}

function keysOf(object: object): readonly string[] {
  try {
    return Object.keys(object);
  } catch {
    return [];
  }
}

/** Matches generated names, such as `__schema0` from zod. */
export const madeUpName = /^__schema\d+$/u;

/** Returns the name at the end of a reference, unless it was generated. */
function nameOf(segments: readonly string[]): string | undefined {
  const name = segments.at(-1);
  const keyword = segments.at(-2);
  const isNamed = keyword === "schemas" || definitionKeywords.some((known) => known === keyword);
  return name === undefined || !isNamed || madeUpName.test(name) ? undefined : typeName(name);
}

/**
 * Returns a name that a definition of a signature can have: `Address` for `address`,
 * `Com_shop_Order` for `com.shop.Order[]`.
 */
function typeName(name: string): string {
  if (/^[A-Z][A-Za-z0-9_-]*$/u.test(name)) return name;
  const letters = withoutLast(
    "_",
    name
      .slice(0, 100)
      .replaceAll(/[^A-Za-z0-9_-]+/gu, "_")
      .replace(/^[^A-Za-z]+/u, ""),
  );
  return letters === "" ? "Type" : letters.charAt(0).toUpperCase() + letters.slice(1);
}

/** Returns `text` without trailing occurrences of `character`. */
function withoutLast(character: string, text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === character) end--;
  return text.slice(0, end);
}
