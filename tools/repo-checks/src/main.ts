// Runs the checks of the repository: all of them, or those named as arguments. Exits with 1 if one
// fails.
import type { Check, CheckOutcome } from "./check.ts";
import { checkBundlers } from "./check-bundlers.ts";
import { checkChangesets } from "./check-changesets.ts";
import { checkChat } from "./check-chat.ts";
import { checkCommits } from "./check-commits.ts";
import { checkFolders } from "./check-folders.ts";
import { checkFormat } from "./check-format.ts";
import { checkHosts } from "./check-hosts.ts";
import { checkLayers } from "./check-layers.ts";
import { checkMcp } from "./check-mcp.ts";
import { checkNewcomer } from "./check-newcomer.ts";
import { checkPacked } from "./check-packed.ts";
import { checkProfiles } from "./check-profiles.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkPortable } from "./check-portable.ts";
import { checkProse } from "./check-prose.ts";
import { checkSite } from "./check-site.ts";
import { checkServers } from "./check-servers.ts";
import { checkSize } from "./check-size.ts";
import { checkSuppressions } from "./check-suppressions.ts";
import { checkTypes } from "./check-types.ts";
import { checkUnused } from "./check-unused.ts";
import { checkViewer } from "./check-viewer.ts";
import { packer } from "./packed-project.ts";

const tarballs = packer();
const checks: readonly Check[] = [
  { name: "format", run: checkFormat },
  { name: "layers", run: checkLayers },
  { name: "folders", run: checkFolders },
  { name: "unused", run: checkUnused },
  { name: "suppressions", run: checkSuppressions },
  { name: "commits", run: checkCommits },
  { name: "prose", run: checkProse },
  { name: "patterns", run: checkPatterns },
  { name: "changesets", run: checkChangesets },
  { name: "portable", run: checkPortable },
  { name: "size", run: checkSize },
  { name: "packed", run: () => checkPacked(tarballs()) },
  { name: "newcomer", run: checkNewcomer },
  { name: "types", run: () => checkTypes(tarballs()) },
  { name: "hosts", run: checkHosts },
  { name: "mcp", run: checkMcp },
  { name: "profiles", run: checkProfiles },
  { name: "viewer", run: checkViewer },
  { name: "site", run: checkSite },
  { name: "bundlers", run: checkBundlers },
  { name: "servers", run: checkServers },
  { name: "chat", run: checkChat },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `Unknown check ${unknown.join(", ")}: one of ${checks.map((check) => check.name).join(", ")}.`,
  );
  process.exit(2);
}
for (const { name, run } of checks) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const outcome = await outcomeOrError(run);
  if (outcome.status === "passed")
    console.log([`${name}: ok (${outcome.note})`, ...(outcome.details ?? [])].join("\n  "));
  else if (outcome.status === "skipped") console.log(`${name}: skipped: ${outcome.reason}`);
  else {
    console.log([`${name}: FAILED`, ...outcome.problems].join("\n  "));
    process.exitCode = 1;
  }
}

/** Reports a check that throws as failed, so that the others still run. */
async function outcomeOrError(run: Check["run"]): Promise<CheckOutcome> {
  try {
    return await run();
  } catch (error) {
    return {
      status: "failed",
      problems: [error instanceof Error ? String(error.stack) : String(error)],
    };
  }
}
