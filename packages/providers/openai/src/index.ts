// `@ptc/openai`: OpenAI's models, and those of compatible servers, through OpenAI's SDK.

export { openai } from "./model.ts";
export type { OpenAIOptions } from "./options.ts";
