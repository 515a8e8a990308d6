// A child process that judges programs. It reads a JSON list of programs a line and answers with
// what is wrong with each. An error that escapes from a run altogether, such as an unhandled
// rejection, is reported for the whole batch.

import { createInterface } from "node:readline";
import { judge } from "./judge.ts";

const escaped: string[] = [];
process.on("unhandledRejection", (error) => {
  escaped.push(`is not handled: ${String(error)}`);
});
process.on("uncaughtException", (error) => {
  escaped.push(`is not caught: ${String(error)}`);
});

process.stdout.write("ready\n");
for await (const line of createInterface(process.stdin)) {
  const found: [string, string][] = [];
  const programs = JSON.parse(line) as readonly string[];
  for (const program of programs) {
    const finding = await judge(program);
    if (finding !== undefined) found.push([program, finding]);
  }
  await new Promise((resolve) => setImmediate(resolve));
  for (const finding of escaped.splice(0)) found.push([programs.join("\n"), finding]);
  process.stdout.write(`${JSON.stringify(found)}\n`);
}
