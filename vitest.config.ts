// One vitest project for most tests, one for tests that measure the heap, and one for the tests of
// types, `*.test-d.ts`, which are compiled and not run. Tests run on sources (condition
// `@ptc/source`), so nothing needs to be built first.
import { existsSync, globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./vitest.sequencer.ts";

const workspaceGlobs = [
  "packages/*",
  "packages/providers/*",
  "packages/stores/*",
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
 * They collect garbage, or measure times that a collection may affect: both take long if much code
 * is loaded.
 */
const heapTests = [
  "packages/lisp/test/limits/{allocation,memory-level}.test.ts",
  "packages/lisp/test/node/{host,liar}-time.test.ts",
  "packages/conformance/src/stores/waiting-memory.test.ts",
  "packages/evals/test/large-suite.test.ts",
];

/** They replace modules, which only vite's module runner can do. */
const moduleMockTests = [
  "packages/lisp/test/{first-activity,generated/lost}.test.ts",
  "packages/subagent/test/waiting/{load,missions}.test.ts",
];

/**
 * Node loads the modules of tests. Compared with vite's module runner, which reads each imported
 * name through an accessor, programs run a fifth faster.
 */
const loadedByNode = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Each core has a worker of its own, so threads that collect garbage only get in its way.
  execArgv: ["--conditions=@ptc/source", "--single-threaded-gc"],
  runner: join(import.meta.dirname, "vitest.runner.ts"),
};

export default defineConfig({
  // For tests that vite's module runner loads; `resolve.conditions` alone has no effect.
  ssr: { resolve: { conditions: ["@ptc/source", "module", "node", "development|production"] } },
  test: {
    // Test files share a worker's modules. They keep no state except loaded builtins of the
    // language, and loading modules again for each file takes as long as running the tests.
    isolate: false,
    // A fifth of the time of tests is spent waiting for processes and timers, so one worker more
    // than processors keeps these busy. The process of vitest itself has little to do.
    maxWorkers: availableParallelism() + 1,
    // Processes started by tests load our sources: stripped of their types and compiled once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, ".cache/compiled") },
    sequence: { sequencer: LongestFirst },
    tags: [
      {
        name: "full",
        description:
          "Long, and close to shorter tests, so only `.ci/run` runs it (PTC_TESTS=full).",
        skip: process.env["PTC_TESTS"] === undefined,
      },
    ],
    setupFiles: [join(import.meta.dirname, "vitest.setup.ts")],
    // Output of passed tests would hide that of a failed one.
    silent: "passed-only",
    // Some tests start processes; two slow cores with other work on them must not fail them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          ...loadedByNode,
          name: "all",
          include: testFiles,
          exclude: [...heapTests, ...moduleMockTests],
        },
      },
      {
        extends: true,
        test: { ...loadedByNode, name: "heap", include: heapTests, isolate: true },
      },
      { extends: true, test: { name: "module-mocks", include: moduleMockTests } },
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
