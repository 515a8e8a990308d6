// Runs command lines for another process. It reads one as JSON from each line, and writes its
// outcome and processor time. Nothing imports an app, so tests with hostile command lines use this
// program.

import { createInterface } from "node:readline";
import { ptc, type MemoryHostOptions } from "./memory-host.ts";

interface Question extends Pick<MemoryHostOptions, "columns" | "folder"> {
  readonly commandLine: readonly string[];
  readonly input: string;
}

process.stdout.write("ready\n");
for await (const line of createInterface(process.stdin)) {
  const { commandLine, ...options } = JSON.parse(line) as Question;
  const before = process.cpuUsage();
  const outcome = await ptc(commandLine, options);
  const { user, system } = process.cpuUsage(before);
  const answer = JSON.stringify({ ...outcome, milliseconds: (user + system) / 1000 });
  process.stdout.write(
    `${answer.replace(/[\u2028\u2029]/g, (character) => (character === "\u2028" ? "\\u2028" : "\\u2029"))}\n`,
  );
}
