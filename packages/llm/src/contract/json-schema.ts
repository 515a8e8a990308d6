// A JSON Schema as data. It is handed on to the provider as it stands; nothing in this package
// reads it.

export type JsonSchema = Readonly<Record<string, unknown>>;
