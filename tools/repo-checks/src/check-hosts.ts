// Checks that the same programs, with the same limits and tool results, end in the same step on
// every host, and that every host resumes the checkpoints of all others. The hosts are this Node
// and the newest of each line, Deno, Bun and workerd, a headless Chromium if the system has one,
// and pool processes.

import { join } from "node:path";
import { findNode } from "../../../scripts/node.mjs";
import type { CheckOutcome } from "./check.ts";
import { problemsOfBrowserPage } from "./hosts/browser-page.ts";
import { bundlePrograms, readSteps } from "./hosts/bundled-programs.ts";
import { differences, type HostAnswers } from "./hosts/differences.ts";
import { findHost, otherHosts, runInHost, type OtherHost } from "./hosts/other-hosts.ts";
import {
  problemsOfMovedMissions,
  problemsOfMoves,
  type ScriptHost,
} from "./hosts/moved-checkpoints.ts";
import { hostPrograms } from "./hosts/host-programs.ts";
import type { HostProgram } from "./hosts/host-program.ts";
import { knownDifferences, type KnownDifference } from "./hosts/known-differences.ts";
import { findChromium, runInChromium } from "./hosts/run-in-chromium.ts";
import { runInNode } from "./hosts/run-in-node.ts";
import { runInPool, withPool } from "./hosts/run-in-pool.ts";
import { withoutKnown } from "./hosts/without-known.ts";
import { nodeVersions } from "./node-versions.ts";

export async function checkHosts(): Promise<CheckOutcome> {
  const programs = hostPrograms();
  const script = await bundlePrograms(programs);
  // They take longest, so they run concurrently with all others.
  const others = Promise.all(hosts.map((host) => inOtherHost(host, programs, script)));
  // An early failure is handled later, when this promise is awaited.
  others.catch(() => undefined);
  const here = readSteps(await runInNode(process.execPath, script), programs);
  const known = (await others).flat().map(({ host, steps, differences: listed }) => ({
    host,
    listed,
    ...withoutKnown(programs, steps, here, listed),
  }));
  const answers = [
    { host: `this Node (${process.versions.node})`, steps: here },
    ...known,
    ...(await inNodes(programs, script)),
    { host: "the pool", steps: await runInPool(process.execPath, programs) },
    ...(await inChromium(programs, script)),
  ];
  const hasEveryHost = answers.some(({ host }) => host.startsWith("Chromium"));
  const differing = differences(programs, answers, { hasEveryHost });
  const movable = await scriptHosts();
  const problems = [
    ...(differing.length === 0
      ? []
      : [`${String(differing.length)} of ${String(programs.length)} programs end differently`]),
    ...differing,
    ...known.flatMap(({ host, problems: wrong }) => wrong.map((problem) => `${host}: ${problem}`)),
    ...(await problemsOfBrowserPage(findChromium())),
    ...(await withPool(process.execPath, async (pool) => problemsOfMoves(movable, pool))),
    ...(await problemsOfMovedMissions(movable)),
  ];
  if (problems.length > 0) return { status: "failed", problems };
  const details = [
    ...programs.flatMap(({ name, differsBecause }) =>
      differsBecause === undefined ? [] : [`known to differ: ${name}: ${differsBecause}`],
    ),
    ...known.flatMap(({ host, listed }) =>
      listed.map(
        ({ because, programs: { length } }) =>
          `known to differ: ${host}, ${String(length)} programs: ${because}`,
      ),
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

/** Returns all hosts that can be run here, except the pool. */
async function scriptHosts(): Promise<readonly ScriptHost[]> {
  const found: ScriptHost[] = [
    { host: "this Node", answer: (script) => runInNode(process.execPath, script) },
  ];
  for (const host of hosts) {
    const executable = await findHost(host);
    if (executable !== undefined)
      found.push({ host, answer: (script) => runInHost(host, executable, script) });
  }
  for (const version of nodeVersions) {
    if (version === process.versions.node) continue;
    const node = join(await findNode({ version, isSystemNodeWelcome: false }), "node");
    found.push({ host: `Node ${version}`, answer: (script) => runInNode(node, script) });
  }
  const chromium = findChromium();
  if (chromium !== undefined)
    found.push({
      host: "Chromium",
      answer: async (script) => (await runInChromium(chromium, script)).answer,
    });
  return found;
}

const hosts = Object.keys(otherHosts) as OtherHost[];

/** Returns nothing if npm has no package for this machine. */
async function inOtherHost(
  host: OtherHost,
  programs: readonly HostProgram[],
  script: string,
): Promise<readonly (HostAnswers & { readonly differences: readonly KnownDifference[] })[]> {
  const executable = await findHost(host);
  if (executable === undefined) return [];
  return [
    {
      host: `${host} ${otherHosts[host].version}`,
      steps: readSteps(await runInHost(host, executable, script), programs),
      differences: knownDifferences[host],
    },
  ];
}

/** Returns nothing if there is no Chromium. */
async function inChromium(
  programs: readonly HostProgram[],
  script: string,
): Promise<readonly HostAnswers[]> {
  const executable = findChromium();
  if (executable === undefined) return [];
  const { version, answer } = await runInChromium(executable, script);
  return [{ host: `Chromium ${version}`, steps: readSteps(answer, programs) }];
}
