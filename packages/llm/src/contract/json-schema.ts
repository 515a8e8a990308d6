// A JSON Schema as data. It is passed to the provider unchanged; nothing in this package reads it.

export type JsonSchema = Readonly<Record<string, unknown>>;
