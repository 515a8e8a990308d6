// Finds what a `$ref` refers to inside the same document: a JSON pointer (RFC 6901) in a fragment.
// Other documents are not fetched.

import { isSchemaObject } from "./schema-node.ts";

export interface ReferenceTarget {
  readonly schema: unknown;
  /** The keys that lead to it from the root. */
  readonly segments: readonly string[];
  /**
   * The name that the definition gets in a signature; `undefined` for a place that has no name of
   * its own.
   */
  readonly name: string | undefined;
}

const longestReference = 1000;
const definitionKeywords = ["$defs", "definitions"] as const;

/** `undefined` when the reference leads out of the document or nowhere. */
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

/** The schemas that a document defines, in its order. */
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

/** An own field or element; `undefined` where there is none. */
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

/** A name that a program made up, as zod does: `__schema0`. */
export const madeUpName = /^__schema\d+$/u;

/** The name at the end of a reference, unless it was made up. */
function nameOf(segments: readonly string[]): string | undefined {
  const name = segments.at(-1);
  const keyword = segments.at(-2);
  const isNamed = keyword === "schemas" || definitionKeywords.some((known) => known === keyword);
  return name === undefined || !isNamed || madeUpName.test(name) ? undefined : typeName(name);
}

/**
 * A name that a definition of a signature can have: `Address` for `address`, `Com_shop_Order` for
 * `com.shop.Order[]`.
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

/** `text` without any `character` at its end. */
function withoutLast(character: string, text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === character) end--;
  return text.slice(0, end);
}
