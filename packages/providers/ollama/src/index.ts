// `@ptc/ollama`: models on an Ollama server.

export { ollama } from "./model.ts";
export type { OllamaOptions } from "./options.ts";
