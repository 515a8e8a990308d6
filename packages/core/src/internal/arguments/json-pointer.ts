// Resolves the references of a JSON Schema to its own parts.

import { isObject } from "../host/index.ts";

/**
 * Resolves a reference within the document, such as `#/$defs/Order`. Returns undefined for any
 * other.
 */
export function resolved(document: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  let at = document;
  for (const segment of reference.split("/").slice(1)) {
    const name = decoded(segment);
    if (name === undefined || !isObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

/** Decodes a segment of a JSON pointer in a URI fragment (RFC 6901). */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}
