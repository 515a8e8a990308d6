// `@ptc/google`: adapts Gemini to PTC's model contract.

export { google } from "./model.ts";
export type { GoogleOptions } from "./options.ts";
