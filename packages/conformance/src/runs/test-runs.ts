// The conformance suite of runs: `createRuns` on each store and `createDurableRuns` pass the same
// cases.

import { describe, test } from "vitest";
import { cancelCases } from "./cancel-cases.ts";
import { decisionCases } from "./decision-cases.ts";
import { failureCases } from "./failure-cases.ts";
import { listCases } from "./list-cases.ts";
import { payAgents } from "./pay-agents.ts";
import type { RunsCase, RunsFactory, SuiteRuns } from "./runs-under-test.ts";
import { secretCases } from "./secret-cases.ts";
import { startCases } from "./start-cases.ts";
import { SuiteClock } from "./suite-clock.ts";
import { timeCases } from "./time-cases.ts";
import { versionCases } from "./version-cases.ts";

const runsCases: readonly RunsCase[] = [
  ...startCases,
  ...decisionCases,
  ...listCases,
  ...cancelCases,
  ...timeCases,
  ...failureCases,
  ...versionCases,
  ...secretCases,
];

/** Registers a test for each case. */
export function testRuns(factory: RunsFactory): void {
  describe(factory.name, () => {
    for (const { title, run } of runsCases)
      test(title, { timeout: 60_000 }, () => runCase(factory, run));
  });
}

/** Runs a case with a database of its own. */
async function runCase(factory: RunsFactory, run: RunsCase["run"]): Promise<void> {
  const clock = new SuiteClock();
  const data = await factory.create(clock);
  const opened: SuiteRuns[] = [];
  const paid: string[] = [];
  const errors: unknown[] = [];
  const { stored, damage } = data;
  try {
    await run({
      clock,
      paid,
      errors,
      stored,
      damage,
      open: async (options = {}) => {
        const runs = await data.open({
          agents: payAgents({ paid }),
          ...options,
          clock,
          onError: (error) => errors.push(error),
        });
        opened.push(runs);
        return runs;
      },
    });
  } finally {
    for (const runs of opened) await runs.close();
    await data.remove();
  }
}
