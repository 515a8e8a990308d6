// `@ptc/ollama`: models that an Ollama server runs.

export { ollama } from "./model.ts";
export type { OllamaOptions } from "./options.ts";
