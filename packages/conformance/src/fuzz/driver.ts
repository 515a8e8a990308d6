// The loop of a driver: a child process that reads a JSON list of programs per line and writes a
// JSON list of answers. It is a separate process, so that the parent can stop a program that never
// ends.

import { createInterface } from "node:readline";
import type { Answer } from "../oracles/answer.ts";

export async function drive(answerTo: (program: string) => Promise<Answer>): Promise<void> {
  process.stdout.write("ready\n");
  for await (const line of createInterface(process.stdin)) {
    const answers: Answer[] = [];
    for (const program of JSON.parse(line) as readonly string[])
      answers.push(await answerTo(program));
    process.stdout.write(`${JSON.stringify(answers)}\n`);
  }
}
