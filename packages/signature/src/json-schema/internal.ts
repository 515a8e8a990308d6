// `@ptc/signature/internal/json-schema`: parts of JSON Schema for the other packages of PTC.
// Versioning does not cover them: any release may change or remove them.

export { typeToJsonSchema } from "./to-json-schema.ts";
export { droppedWords } from "./dropped-words.ts";
export { jsonSchemaOfStandard } from "./standard-type.ts";
