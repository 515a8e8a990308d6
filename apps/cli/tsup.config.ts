import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { buildConfig } from "../../tsup.base.ts";
import { buildScripts } from "../../tsup.scripts.ts";

// The modules that commands load lazily. They share the file of the command line, so that the first
// answer opens few files.
const loadedByCommands = [
  "src/arguments/parse-command-line.ts",
  "src/batch/run-batch.ts",
  "src/completion/completions.ts",
  "src/eval/read-context.ts",
  "src/eval/read-signature.ts",
  "src/lsp/run-language-server.ts",
  "src/mcp/run-mcp.ts",
  "src/mission/replay-mission.ts",
  "src/mission/run-folder.ts",
  "src/repl/run-repl.ts",
  "src/runs/runs-action.ts",
  "src/show/show-step.ts",
  "src/trace/show-trace.ts",
  "src/view/view-runs.ts",
];

/** Packages in the scripts of the language. The scripts of the CLI include the other packages. */
const providedByLanguage = [
  "@ptc/lisp",
  "@ptc/core/values",
  "@ptc/core/encoding",
  "@ptc/core/errors",
  "@ptc/core/json",
  "@ptc/core/printing",
  "@ptc/core/internal/host",
  "@ptc/core/internal/json",
];

/** Included sources of `@ptc/core` import its errors by path: they must be the language's. */
const sharesErrors: Plugin = {
  name: "shares-errors",
  setup: (building) => {
    building.onResolve({ filter: /\/internal\/host\/index\.ts$/ }, () => ({
      path: "@ptc/core/internal/host",
      external: true,
    }));
  },
};

export default buildConfig("node", {
  loadedBefore: Object.fromEntries(loadedByCommands.map((later) => [later, ["src/main.ts"]])),
  // The text of `ptc --help`, for versions of Node that can't run the command line.
  afterwards: async () => {
    await buildScripts({
      package: import.meta.dirname,
      entries: { "first-answer": "src/start/first-answer.ts" },
      folder: join(import.meta.dirname, "dist/scripts"),
      plugins: [sharesErrors],
      external: providedByLanguage,
    });
    const help = `import("./dist/index.js").then(({ main }) => main(["--help"]))`;
    writeFileSync("dist/help.txt", execFileSync(process.execPath, ["--eval", help]));
  },
});
