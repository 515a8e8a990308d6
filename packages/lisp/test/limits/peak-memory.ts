// Runs one hostile program under the default limits, in a process of its own. Prints the peak of
// the memory of the process in megabytes, and how the program ended. `peak-memory.test.ts` starts
// it with the name of a program.

import { run } from "../../src/index.ts";
import { hostilePrograms } from "./hostile-programs.ts";

const source = hostilePrograms.get(process.argv[2] ?? "");
if (source === undefined) throw new Error("expected the name of a program");
// A slow machine must not end the program before it has taken its memory.
const step = await run(source, { limits: { timeoutMs: 600_000 } });
console.log(
  JSON.stringify({
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    end: step.ok ? "ok" : step.fail.reason,
  }),
);
