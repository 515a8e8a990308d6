// Runs blocks of documents in order in this process, because a process for each would spend most of
// its time loading packages. Reads paths of modules, one per line, and writes one line of JSON for
// each. A block may affect later ones, so a block that fails here is run again in a separate
// process.

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
