// A JSON Schema as data. It is passed to the provider unchanged; nothing in this package reads it.

/** A JSON Schema, as the object that it is written as. */
export type JsonSchema = Readonly<Record<string, unknown>>;
