// One vitest project per workspace, named for its folder, plus one for the repository's own
// scripts. Tests run on sources (condition `@ptc/source`): nothing needs to be built first.
import { existsSync, globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const workspaceGlobs = [
  "packages/*",
  "packages/providers/*",
  "apps/*",
  "examples/*",
  "tools/*",
  "benchmarks",
];
const workspaces = globSync(workspaceGlobs, { cwd: import.meta.dirname })
  .filter((folder) => existsSync(join(import.meta.dirname, folder, "package.json")))
  .sort();

/**
 * Tests of types, `*.test-d.ts`, are compiled and not run: in the workspaces that have a project
 * for them, and by it alone.
 */
function typecheckOf(folder: string) {
  const tsconfig = "test/types/tsconfig.types.json";
  const enabled = existsSync(join(import.meta.dirname, folder, tsconfig));
  return enabled ? { enabled, tsconfig, include: ["test/types/*.test-d.ts"] } : { enabled };
}

export default defineConfig({
  // vitest runs tests through vite's server side, whose conditions are these; `resolve.conditions`
  // alone has no effect.
  ssr: { resolve: { conditions: ["@ptc/source", "module", "node", "development|production"] } },
  test: {
    // Test files share a worker's modules: none keeps state but that the language's builtins, once
    // loaded, stay loaded, and loading modules anew for each file costs as much time as running the
    // tests.
    isolate: false,
    // By itself vitest leaves one processor to its own process, which has little to do.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Processes that tests start load our sources: stripped of their types and compiled once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, ".cache/compiled") },
    // What a test that passed has printed would hide one that failed.
    silent: "passed-only",
    // Some tests start processes; two slow cores with other work on them must not fail them.
    testTimeout: 60_000,
    projects: [
      ...workspaces.map((folder) => ({
        extends: true as const,
        test: {
          name: folder,
          root: folder,
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          typecheck: typecheckOf(folder),
        },
      })),
      { extends: true, test: { name: "scripts", root: "scripts", include: ["*.test.ts"] } },
    ],
  },
});
