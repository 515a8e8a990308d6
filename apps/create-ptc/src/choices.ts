// The templates and the providers that a project can have.

/** A template: its name, and what a project of it is. */
export const templates = {
  agent: "an agent with a tool, and a test with recorded answers",
  "chat-app": "a page that chats with an agent, and its server",
  "mcp-server": "an MCP server that gives coding agents programs over your tools",
  sandbox: "untrusted programs with limits, without a model",
} as const;

export type Template = keyof typeof templates;

/** The provider of the model: its package, its model and the variable of its key. */
export const providers = {
  anthropic: { package: "@ptc/anthropic", model: "claude-sonnet-5", key: "ANTHROPIC_API_KEY" },
  openai: { package: "@ptc/openai", model: "gpt-5.1", key: "OPENAI_API_KEY" },
  google: { package: "@ptc/google", model: "gemini-3-pro", key: "GEMINI_API_KEY" },
  ollama: { package: "@ptc/ollama", model: "qwen3:8b", key: undefined },
} as const;

export type Provider = keyof typeof providers;

/** True if projects of the template have a model. */
export function hasModel(template: Template): boolean {
  return template === "agent" || template === "chat-app";
}

export function isTemplate(name: string): name is Template {
  return Object.hasOwn(templates, name);
}

export function isProvider(name: string): name is Provider {
  return Object.hasOwn(providers, name);
}
