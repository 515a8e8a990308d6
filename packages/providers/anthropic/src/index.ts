// `@ptc/anthropic`: Claude models, through Anthropic's SDK.

export { anthropic } from "./model.ts";
export type { AnthropicOptions } from "./options.ts";
