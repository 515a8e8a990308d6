// JSON Schemas as data. Models and tools receive them; signatures read and write them.

/** A JSON Schema as plain data. Packages of PTC write draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;
