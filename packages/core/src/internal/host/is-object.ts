// Recognizes objects with fields in data from outside.

/** An object with unchecked fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for objects other than null and arrays. A revoked proxy has no fields, so it is false. */
export function isObject(value: unknown): value is JsonObject {
  try {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    // `Array.isArray` throws for a revoked proxy.
    return false;
  }
}
