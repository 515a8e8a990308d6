// One process of a mission with twelve effects. It appends its checkpoint to a file, continues from
// that file if it exists, and kills itself with SIGKILL at one of its effects.
//
// node killed-mission.ts <folder> [before|after <number>]

import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "@ptc/core/contracts";
import { effectAddressText } from "@ptc/core/internal/contracts";
import {
  answer,
  asTool,
  checkpointOf,
  defineAgent,
  resume,
  run,
  tool,
  type CheckpointEntry,
} from "../../src/index.ts";
import { fenced } from "../missions.ts";
import type { ModelRequest } from "@ptc/llm";
import { comparable } from "./passes.ts";

/** With a child's, these make twelve effects: ten of models and tools, and two clock readings. */
const programs = [
  "(def seen (mapv (fn [i] (tool/look {:id i})) [1 2]))\n(def at [(System/currentTimeMillis) (rand-int 1000)])",
  "(def paid (tool/pay {:id (first seen)}))\n(def desk (tool/desk {:id 3}))",
  "(return [seen paid desk (second at) (pmap (fn [i] (tool/pay {:id i})) [4 5]) (<= (first at) (System/currentTimeMillis))])",
];
const ofChild = "(return (+ (tool/look {:id data/id}) 1))";

const [folder = "", when = "", number = ""] = process.argv.slice(2);
const entriesPath = join(folder, "entries.jsonl");
const ledgerPath = join(folder, "ledger.jsonl");

let count = 0;

/** Makes an effect: the process may be killed before or after it takes place. */
function effect(line: object): void {
  count += 1;
  const isLast = Number(number) === count;
  if (isLast && when === "before") process.kill(process.pid, "SIGKILL");
  appendLine(ledgerPath, line);
  if (isLast && when === "after") process.kill(process.pid, "SIGKILL");
}

function appendLine(path: string, line: object): void {
  appendFileSync(path, `${JSON.stringify(line)}\n`);
  const file = openSync(path, "r");
  fsyncSync(file);
  closeSync(file);
}

function linesOf(path: string): readonly unknown[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
}

const work = (name: string) =>
  tool({
    description: `Does ${name}.`,
    signature: "(id :int) -> :int",
    execute: ({ id }, { callId }) => {
      effect({ call: callId });
      return id * 10;
    },
  });

const agent = defineAgent({
  prompt: "Lead.",
  maxTurns: 4,
  tools: {
    look: work("look"),
    pay: work("pay"),
    desk: asTool(
      defineAgent({
        prompt: "Work on {{id}}.",
        description: "A desk.",
        signature: "(id :int) -> :int",
        tools: { look: work("look") },
      }),
    ),
  },
});

/** Readings by programs are effects. Others only measure times. */
const clock: Clock = {
  now: (address) => {
    if (address !== undefined) effect({ time: effectAddressText(address) });
    return Date.now();
  },
  monotonic: () => performance.now(),
};

const options = {
  clock,
  llm: ({ messages, requestId = "" }: ModelRequest) => {
    effect({ model: requestId });
    const turn = messages.filter(({ role }) => role === "assistant").length;
    const isChild = JSON.stringify(messages).includes("Work on");
    return Promise.resolve(fenced(isChild ? ofChild : (programs[turn] ?? "")));
  },
  checkpointKey: "a secret of sixteen bytes",
  onCheckpoint: (entry: CheckpointEntry) => {
    appendLine(entriesPath, entry);
  },
};

const entries = linesOf(entriesPath) as readonly CheckpointEntry[];
const uncertain: string[] = [];
const step =
  entries.length === 0 ? await run(agent, { ...options, random: () => 0.5 }) : await continued();
// Two runs read different times.
const shown = JSON.stringify({ step: comparable(step), uncertain });
process.stdout.write(shown.replaceAll(/\b\d{13}\b/g, "0"));

async function continued() {
  const checkpoint = await checkpointOf(entries, options);
  const decisions = Object.fromEntries(
    checkpoint.pending.map(({ id, uncertain: isUncertain, arguments: args }) => {
      if (isUncertain === true) uncertain.push(id);
      // The service knows the calls that took place by their keys.
      const made = linesOf(ledgerPath) as readonly { readonly call?: string }[];
      const isMade = made.some(({ call }) => call === id);
      return [id, isMade ? answer(Number(args["id"]) * 10) : { type: "approve" as const }];
    }),
  );
  return await resume(agent, checkpoint, { ...options, decisions });
}
