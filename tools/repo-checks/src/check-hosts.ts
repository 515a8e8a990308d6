// The same programs, with the same limits and the same tool results, end in the same step on every
// host: this Node and the newest of each line, a headless Chromium where the system has one, and
// the processes of a pool.

import { join } from "node:path";
import { findNode } from "../../../scripts/node.mjs";
import type { CheckOutcome } from "./check.ts";
import { problemsOfBrowserPage } from "./hosts/browser-page.ts";
import { bundlePrograms, readSteps } from "./hosts/bundled-programs.ts";
import { differences, type HostAnswers } from "./hosts/differences.ts";
import { hostPrograms } from "./hosts/host-programs.ts";
import type { HostProgram } from "./hosts/host-program.ts";
import { findChromium, runInChromium } from "./hosts/run-in-chromium.ts";
import { runInNode } from "./hosts/run-in-node.ts";
import { runInPool } from "./hosts/run-in-pool.ts";
import { nodeVersions } from "./node-versions.ts";

export async function checkHosts(): Promise<CheckOutcome> {
  const programs = hostPrograms();
  const script = await bundlePrograms(programs);
  const answers = [
    {
      host: `this Node (${process.versions.node})`,
      steps: readSteps(await runInNode(process.execPath, script), programs),
    },
    ...(await inNodes(programs, script)),
    { host: "the pool", steps: await runInPool(process.execPath, programs) },
    ...(await inChromium(programs, script)),
  ];
  const hasEveryHost = answers.some(({ host }) => host.startsWith("Chromium"));
  const differing = differences(programs, answers, { hasEveryHost });
  const problems = [
    ...(differing.length === 0
      ? []
      : [`${String(differing.length)} of ${String(programs.length)} programs end differently`]),
    ...differing,
    ...(await problemsOfBrowserPage(findChromium())),
  ];
  if (problems.length > 0) return { status: "failed", problems };
  const details = [
    ...programs.flatMap(({ name, differsBecause }) =>
      differsBecause === undefined ? [] : [`known to differ: ${name}: ${differsBecause}`],
    ),
    ...(hasEveryHost
      ? []
      : [
          "Chromium: skipped: the system has none (apt-get install --no-install-recommends chromium)",
        ]),
  ];
  return {
    status: "passed",
    note: `${String(programs.length)} programs in ${answers.map(({ host }) => host).join(", ")}`,
    details,
  };
}

async function inNodes(
  programs: readonly HostProgram[],
  script: string,
): Promise<readonly HostAnswers[]> {
  const answers: HostAnswers[] = [];
  for (const version of nodeVersions) {
    if (version === process.versions.node) continue;
    const node = join(await findNode({ version, isSystemNodeWelcome: false }), "node");
    answers.push({
      host: `Node ${version}`,
      steps: readSteps(await runInNode(node, script), programs),
    });
  }
  return answers;
}

/** Nothing where there is no Chromium. */
async function inChromium(
  programs: readonly HostProgram[],
  script: string,
): Promise<readonly HostAnswers[]> {
  const executable = findChromium();
  if (executable === undefined) return [];
  const { version, answer } = await runInChromium(executable, script);
  return [{ host: `Chromium ${version}`, steps: readSteps(answer, programs) }];
}
