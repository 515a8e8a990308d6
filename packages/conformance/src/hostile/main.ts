// The command: runs run-hostile.ts on the sources of the packages, without a build.
//
//   node packages/conformance/src/hostile/main.ts [--seconds 120] [--seed 1] [--families stored,pool]

import { spawnSync } from "node:child_process";
import { join } from "node:path";

const { status } = spawnSync(
  process.execPath,
  [
    "--conditions=@ptc/source",
    join(import.meta.dirname, "run-hostile.ts"),
    ...process.argv.slice(2),
  ],
  { stdio: "inherit" },
);
process.exitCode = status ?? 1;
