// `ptc lsp`: a language server for editors.

import type { Command } from "./command.ts";

export const lspCommand: Command = {
  name: "lsp",
  summary: "serve editors: mistakes, descriptions, completion and formatting of programs",
  usage: [""],
  arguments: [],
  options: {
    stdio: { description: "accepted, because many editors pass it; there is no other transport" },
  },
  notes: [
    "An editor starts `ptc lsp` itself, and talks to it over standard input and output with the language server protocol.",
    "The tools come from the project's ptc.json, with @ptc/gateway installed. Its modules of tools are imported in a thread, so open only projects that you trust. Servers aren't started: their tools come from the pins.",
  ],
  run: async (_parsed, host) => {
    const { runLanguageServer } = await import("../lsp/run-language-server.ts");
    return await runLanguageServer(host, new URL(import.meta.resolve("#module-tools-worker")));
  },
};
