// One process of a program with parallel calls. It appends its entries to a file, continues from
// them if there are any, and kills itself with SIGKILL at one of its calls.
//
// node killed-program.ts <file> [before|after <number>]

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { nextTask } from "@ptc/core/internal/task";
import {
  answer,
  approve,
  checkpointOf,
  resume,
  run,
  type CheckpointEntry,
} from "../../src/index.ts";

const source = `
  (def drawn (rand-int 1000))
  [drawn (mapv (fn [n] (tool/look {:n n})) [1 2])
   (pmap (fn [n] (+ (tool/look {:n n}) (tool/pay {:n n}))) [3 4 5])]`;
const [file = "", when = "", number = ""] = process.argv.slice(2);
const ledger = `${file}.ledger`;
let count = 0;

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
}

/** Makes a call: the process may be killed before or after it takes place. */
function effect(callId: string): void {
  count += 1;
  const kill = (at: string): void => {
    if (at === when && count === Number(number)) process.kill(process.pid, "SIGKILL");
  };
  kill("before");
  appendFileSync(ledger, `${callId}\n`);
  kill("after");
}

const options = {
  tools: {
    look: ({ n }: { readonly n?: unknown }, { callId }: { readonly callId: string }) => {
      effect(callId);
      return Number(n);
    },
    pay: async ({ n }: { readonly n?: unknown }, { callId }: { readonly callId: string }) => {
      await nextTask();
      effect(callId);
      return Number(n) * 10;
    },
  },
  checkpointKey: "a secret of sixteen bytes",
  onCheckpoint: (entry: CheckpointEntry) => {
    appendFileSync(file, `${JSON.stringify(entry)}\n`);
  },
};

const entries = linesOf(file).map((line) => JSON.parse(line) as CheckpointEntry);
const uncertain: string[] = [];
const step =
  entries.length === 0
    ? await run(source, { ...options, runId: "r", random: () => 0.5 })
    : await continued();
process.stdout.write(JSON.stringify({ value: step.ok ? step.return : step.fail, uncertain }));

async function continued() {
  const checkpoint = await checkpointOf(entries, options);
  // The service knows the calls that took place by their keys.
  const made = linesOf(ledger);
  const decisions = Object.fromEntries(
    checkpoint.pending.map(({ id, tool, arguments: { n } }) => {
      uncertain.push(id);
      const result = Number(n) * (tool === "pay" ? 10 : 1);
      return [id, made.includes(id) ? answer(result) : approve()];
    }),
  );
  return await resume(source, checkpoint, { ...options, decisions });
}
