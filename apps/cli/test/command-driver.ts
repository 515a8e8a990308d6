// Runs command lines for another process: it reads one as JSON from each line, and answers with how
// it ended and the processor time that it took. Nothing imports an app, so whoever throws hostile
// command lines at this one speaks to it here.

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
