// The beginnings of what `--model` takes. They stand apart from the providers, so that the help and
// the completion load none of those.

export const offeredModels = ["anthropic:", "openai:", "google:", "ollama:", "manual:"] as const;
