// Runs blocks of documents one after the other in this process: a process for each would spend
// most of its time on loading the packages. Reads the paths of modules, a line each, and answers
// each with a line of JSON. What a block leaves behind the next one meets, so a block that fails
// here is tried again in a process of its own.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const answer = process.stdout.write.bind(process.stdout);

for await (const path of createInterface({ input: process.stdin })) {
  const printed: string[] = [];
  process.stdout.write = (text: string | Uint8Array): boolean => {
    printed.push(typeof text === "string" ? text : Buffer.from(text).toString());
    return true;
  };
  let ok = true;
  try {
    await import(pathToFileURL(path).href);
  } catch {
    ok = false;
  }
  process.stdout.write = answer;
  answer(
    `${JSON.stringify({ ok: ok && process.exitCode === undefined, printed: printed.join("") })}\n`,
  );
  process.exitCode = undefined;
}
