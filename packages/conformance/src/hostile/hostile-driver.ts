// A child process that judges cases. It reads a JSON list of cases per line and writes the fault of
// each. An error that escapes from a run, such as an unhandled rejection, is reported for the whole
// batch.

import { createInterface } from "node:readline";
import type { Case } from "./family.ts";
import { openGround } from "./ground.ts";
import { jsonLine } from "./json-line.ts";
import { judgeCase } from "./judge-case.ts";

const escaped: string[] = [];
process.on("unhandledRejection", (error) => {
  escaped.push(`is not handled: ${String(error)}`);
});
process.on("uncaughtException", (error) => {
  escaped.push(`is not caught: ${String(error)}`);
});

const ground = openGround();
process.stdout.write("ready\n");
for await (const line of createInterface(process.stdin)) {
  const found: [Case, string][] = [];
  const cases = JSON.parse(line) as readonly Case[];
  for (const each of cases) {
    const finding = await judgeCase(each, ground);
    if (finding !== undefined) found.push([each, finding]);
  }
  await new Promise((resolve) => setImmediate(resolve));
  for (const finding of escaped.splice(0)) found.push([["batch", cases], finding]);
  process.stdout.write(`${jsonLine(found)}\n`);
}
await ground.close();
