// Rehearses a release, and then does what a newcomer does: installs the packages from a registry on
// loopback, follows `docs/from-an-empty-folder.md`, creates a project of each template, and runs
// the first programs in each runtime, and every block of the README and the guides.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalRegistry } from "../../release/src/local-registry.ts";
import { packAll, publishOne } from "../../release/src/publish.ts";
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { problemsOfGuides } from "./newcomer/guide-blocks.ts";
import { problemsOfFirstPage } from "./newcomer/first-page.ts";
import { problemsOfRuntimes } from "./newcomer/runtimes.ts";
import { problemsOfScaffolds } from "./newcomer/scaffolds.ts";

export async function checkNewcomer(): Promise<CheckOutcome> {
  const scratch = mkdtempSync(join(tmpdir(), "ptc-newcomer-"));
  const registry = await startLocalRegistry();
  try {
    const packages = packAll(scratch);
    for (const packed of packages)
      publishOne(packed, {
        registry: registry.url,
        env: registry.env,
        provenance: false,
        tag: "latest",
      });
    const problems = [
      ...problemsOfFirstPage(join(scratch, "page"), registry.env),
      ...problemsOfScaffolds(join(scratch, "scaffolds"), registry),
      ...(await problemsOfRuntimes(join(scratch, "runtimes"), registry)),
      ...(await problemsOfGuides(
        join(scratch, "guides"),
        packages.map(({ name }) => name),
        registry.env,
      )),
    ];
    return outcomeOf(problems, `${String(packages.length)} packages from a local registry`);
  } finally {
    registry.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}
