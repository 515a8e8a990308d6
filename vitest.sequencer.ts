// The order of test files. vitest runs files first that took long before, but a fresh copy has no
// times, and a long file that starts last would keep one processor busy alone.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest in full runs, longest first. */
const longest: readonly string[] = [
  "packages/subagent/test/waiting/same-missions.test.ts",
  "packages/conformance/src/stores/runs-processes-killed.test.ts",
  "packages/conformance/src/stores/sqlite-kill.test.ts",
  "packages/lisp/test/limits/held-memory.test.ts",
  "packages/lisp/test/node/host-time.test.ts",
  "packages/conformance/src/doors/doors.test.ts",
  "packages/conformance/src/stores/waiting-memory.test.ts",
  "packages/subagent/test/runs/hostile-runs.test.ts",
  "packages/lisp/test/limits/peak-memory.test.ts",
  "packages/lisp/test/generated/tiers.test.ts",
  "packages/lisp/test/waiting/resume-property.test.ts",
  "packages/subagent/test/waiting/random-missions.test.ts",
  "packages/lisp/test/effects/waiting.test.ts",
  "packages/lisp/test/builtin-turns.test.ts",
  "tools/repo-checks/src/readme-block.test.ts",
  "scripts/examples.test.ts",
  "apps/cli/test/terminal.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).sort((left, right) => placeOf(left) - placeOf(right));
  }
}
