// One process of the desk. It starts the program, or continues it from `checkpoint.json` with the
// decisions in `decisions.json`. It prints the pending calls or the result.
//
// node src/invocation.ts <folder>

import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resume, run, type Checkpoint, type Decisions } from "@ptc/lisp";
import { deskTools, program } from "./desk.ts";
import { refundRequests } from "./requests.ts";

const [folder = ""] = process.argv.slice(2);
const checkpointPath = join(folder, "checkpoint.json");

const requests = refundRequests();
const options = {
  context: { requests },
  tools: deskTools(requests, (entry) => {
    appendFileSync(join(folder, "ledger.jsonl"), `${JSON.stringify(entry)}\n`);
  }),
  // In an application, these come from its store of secrets.
  checkpointKey: "the key that signs checkpoints",
  encryptionKey: "the key that encrypts hidden values",
};
const step = existsSync(checkpointPath)
  ? await resume(program, read(checkpointPath) as Checkpoint, {
      ...options,
      decisions: read(join(folder, "decisions.json")) as Decisions,
    })
  : await run(program, options);
if (step.status === "waiting") {
  writeFileSync(checkpointPath, JSON.stringify(step.checkpoint));
  console.log(JSON.stringify({ pending: step.pending }));
} else {
  console.log(JSON.stringify(step.ok ? { result: step.return } : { fail: step.fail }));
  process.exitCode = step.ok ? 0 : 1;
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
