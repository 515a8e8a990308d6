// `@ptc/openai`: OpenAI's models, and those of servers that speak its formats, through its SDK.

export { openai } from "./model.ts";
export type { OpenAIOptions } from "./options.ts";
