// The pages of `docs` that each published package contains. A page belongs to the packages that its
// readers install.

const language = ["language", "functions", "host-values", "limits"].map(
  (name) => `reference/${name}.md`,
);
const guides = (names: string): readonly string[] =>
  names.split(" ").map((name) => `guides/${name}.md`);

const pages: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "@ptc/lisp",
    [
      ...guides(
        "untrusted-programs policies data-flow browser-and-edge code-mode-for-another-library",
      ),
      ...language,
    ],
  ],
  [
    "@ptc/subagent",
    [
      "from-an-empty-folder.md",
      "glossary.md",
      ...guides(
        "your-first-agent what-the-model-sees tools ways-to-answer conversations agents-as-tools chains " +
          "choosing-a-pattern images-and-files long-conversations compiled-agents firewalled-fields approval " +
          "servers nextjs worker testing-agents crash-safe-missions runs-in-a-database",
      ),
      "reference/agent-options.md",
    ],
  ],
  ["@ptc/core", ["reference/stores.md"]],
  ["@ptc/llm", guides("models-and-providers testing-agents")],
  ["@ptc/anthropic", guides("models-and-providers")],
  ["@ptc/google", guides("models-and-providers")],
  ["@ptc/openai", guides("models-and-providers")],
  ["@ptc/ollama", guides("models-and-providers")],
  ["@ptc/ai-sdk", guides("ai-sdk servers")],
  ["@ptc/mcp", guides("mcp")],
  ["@ptc/openapi", guides("openapi")],
  ["@ptc/gateway", guides("gateway libraries")],
  ["@ptc/mcp-server", guides("coding-agents gateway libraries")],
  ["@ptc/tracer", guides("read-traces")],
  ["@ptc/otel", guides("opentelemetry")],
  ["@ptc/evals", guides("evals")],
  ["@ptc/viewer", guides("debug-a-failed-run")],
  ["@ptc/cli", [...guides("debug-a-failed-run read-traces libraries"), "reference/language.md"]],
  ["@ptc/store-sqlite", [...guides("runs-in-a-database"), "reference/stores.md"]],
  [
    "@ptc/store-postgres",
    [...guides("runs-in-a-database agents-on-many-machines"), "reference/stores.md"],
  ],
  ["@ptc/dbos", guides("agents-on-many-machines")],
]);

/** Returns the pages of a package, relative to `docs`: its guides, and its TypeScript names. */
export function pagesOf(name: string): readonly string[] {
  return [...(pages.get(name) ?? []), `reference/api/${name.replace(/^@[^/]+\//, "")}.md`];
}
