// Runs one pass of each of many runs in a process of its own. Reads them as JSON, one in a line,
// and writes the passes in the same way.

import { createInterface } from "node:readline";
import { passOf, type PassJob } from "./resumed-runs.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const { given, json, number } = JSON.parse(line) as PassJob;
  process.stdout.write(`${JSON.stringify(await passOf(given, json, number, true))}\n`);
}
