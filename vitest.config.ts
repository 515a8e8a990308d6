// One vitest project for all tests, one for those that measure the heap, and one for the tests of
// types, `*.test-d.ts`, which are compiled and not run. Tests run on sources (condition
// `@ptc/source`): nothing needs to be built first.
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

const testFiles = [
  ...workspaces.flatMap((folder) => [`${folder}/src/**/*.test.ts`, `${folder}/test/**/*.test.ts`]),
  "scripts/*.test.ts",
];

/**
 * They collect garbage, or time what may meet a collection: both take long where much is loaded.
 */
const heapTests = [
  "packages/lisp/test/limits/{allocation,memory-level}.test.ts",
  "packages/lisp/test/node/{host,liar}-time.test.ts",
];

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
    setupFiles: [join(import.meta.dirname, "vitest.setup.ts")],
    // What a test that passed has printed would hide one that failed.
    silent: "passed-only",
    // Some tests start processes; two slow cores with other work on them must not fail them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "all", include: testFiles, exclude: heapTests } },
      { extends: true, test: { name: "heap", include: heapTests, isolate: true } },
      {
        extends: true,
        test: {
          name: "types",
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            tsconfig: "tsconfig.types.json",
            include: ["packages/*/test/types/*.test-d.ts"],
          },
        },
      },
    ],
  },
});
