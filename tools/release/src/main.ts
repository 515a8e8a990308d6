// Publishes the packages, or with `--dry-run` does everything else and prints what would be
// published.
//
//   npm run release -- --dry-run
//   npm run release -- --write-manifests
//   npm run release -- --pack folder
//   npm run release -- --registry http://127.0.0.1:4873 --no-provenance

import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeManifests } from "./manifests.ts";
import { isPublished, packAll, publishOne } from "./publish.ts";
import { problemsOfRelease } from "./readiness.ts";

const { values: flags } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    "write-manifests": { type: "boolean", default: false },
    pack: { type: "string" },
    "no-provenance": { type: "boolean", default: false },
    registry: { type: "string" },
    tag: { type: "string", default: "latest" },
  },
});

if (flags["write-manifests"]) writeManifests();
else if (flags.pack !== undefined) {
  const folder = resolve(flags.pack);
  mkdirSync(folder, { recursive: true });
  for (const { name, version } of packAll(folder)) console.log(`${name} ${version}`);
} else release();

function release(): void {
  const problems = problemsOfRelease();
  if (problems.length > 0) {
    console.error(["Not ready for a release:", ...problems].join("\n  "));
    process.exitCode = 1;
    return;
  }
  const scratch = mkdtempSync(join(tmpdir(), "ptc-release-"));
  try {
    const options = {
      registry: flags.registry,
      provenance: !flags["no-provenance"],
      tag: flags.tag,
    };
    let published = 0;
    for (const packed of packAll(scratch)) {
      const text = `${packed.name} ${packed.version}`;
      const size = `${(statSync(packed.file).size / 1000).toFixed(0)} kB, ${String(packed.files)} files`;
      if (isPublished(packed, options)) {
        console.log(`${text}: the registry has it`);
        continue;
      }
      if (!flags["dry-run"]) publishOne(packed, options);
      published++;
      console.log(`${text}: ${flags["dry-run"] ? "would be published" : "published"} (${size})`);
    }
    console.log(
      `${String(published)} packages ${flags["dry-run"] ? "would be published" : "published"}.`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
