// The command: runs run-fuzz.ts on the sources of the packages, without a build.
//   node packages/conformance/src/fuzz/main.ts [--count 3000] [--seed 1] [--show 20]
//     [--tables keyed,fields] [--without-clojure]

import { spawnSync } from "node:child_process";
import { join } from "node:path";

const { status } = spawnSync(
  process.execPath,
  ["--conditions=@ptc/source", join(import.meta.dirname, "run-fuzz.ts"), ...process.argv.slice(2)],
  { stdio: "inherit" },
);
process.exitCode = status ?? 1;
