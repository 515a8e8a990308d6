// Used only at build time and in tests: turns an ohm grammar into a TypeScript reader, and runs the
// same grammar in ohm-js for comparison.
export { emitReader, emitTrace } from "./emit-reader.ts";
export { createOhmReader, type OhmOutcome, type OhmReader } from "./ohm-reader.ts";
export type { ActionTable, ReaderRecipe } from "./recipe.ts";
