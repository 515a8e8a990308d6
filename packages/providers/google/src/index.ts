// `@ptc/google`: Gemini as a model of PTC's contract.

export { google } from "./model.ts";
export type { GoogleOptions } from "./options.ts";
