// One vitest project per workspace, named for its folder, plus one for the repository's own scripts.
// Tests run on sources (condition `@ptc/source`): nothing needs to be built first.
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const workspaceGlobs = ["packages/*", "packages/providers/*", "apps/*", "examples/*", "tools/*", "benchmarks"];
const workspaces = globSync(workspaceGlobs, { cwd: import.meta.dirname })
  .filter((folder) => existsSync(join(import.meta.dirname, folder, "package.json")))
  .sort();

export default defineConfig({
  // vitest runs tests through vite's server side, whose conditions are these; `resolve.conditions` alone has no effect.
  ssr: { resolve: { conditions: ["@ptc/source", "module", "node", "development|production"] } },
  test: {
    // Test files share a worker's modules: none keeps state but that the language's builtins, once loaded, stay loaded, and
    // loading modules anew for each file costs as much time as running the tests.
    isolate: false,
    // Some tests start processes; two slow cores with other work on them must not fail them.
    testTimeout: 60_000,
    projects: [
      ...workspaces.map((folder) => ({
        extends: true as const,
        test: { name: folder, root: folder, include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
      })),
      { extends: true, test: { name: "scripts", root: "scripts", include: ["*.test.ts"] } },
    ],
  },
});
