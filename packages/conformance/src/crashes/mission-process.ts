// The process that is killed: runs a mission of ten tasks with a journal in a file. Its tools
// simulate external systems: each call writes a line to a ledger. With --die, the process kills
// itself with a real SIGKILL right after a call or commit, or after writing half of a change.
//
// node mission-process.js <journal> <ledger> [--die call:3 | commit:3 | torn:3] [--broken]

import { appendFileSync } from "node:fs";
import { asTool, defineAgent, run, type JournalChange } from "@ptc/subagent";
import { openJournalFile } from "@ptc/subagent/node";

const [journalPath = "", ledgerPath = "", ...flags] = process.argv.slice(2);
const [point, number] = (flags[flags.indexOf("--die") + 1] ?? "").split(":");
const isBroken = flags.includes("--broken");

function dieHere(): never {
  process.kill(process.pid, "SIGKILL");
  // Wait for the signal to arrive.
  for (;;);
}

let calls = 0;
async function act(
  { name }: { readonly name: string },
  { callId }: { readonly callId: string },
): Promise<string> {
  appendFileSync(ledgerPath, `${name} ${callId}\n`);
  calls += 1;
  if (point === "call" && calls === Number(number)) dieHere();
  await rest(name.length % 3);
  return `${name} is done`;
}

async function rest(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const signature = "(name :string) -> :string";
const tools = { act: { signature, execute: act as never } };
const part = defineAgent({
  prompt: "Part of {{order}}.",
  signature: "(order :int) -> [:string]",
  tools,
});
const lead = defineAgent({
  prompt: "All of it.",
  tools: { ...tools, part: asTool(part) },
  plan: [
    ["quotes", "Get three quotes"],
    ["ship", "Ship four parcels"],
    ["close", "Close the order"],
  ],
  maxTurns: 6,
});

const done = (id: string): string => `(task "${id}" (tool/act {:name "${id}"}))`;
const programs = [
  `(def quotes [${done("quote_anna")} ${done("quote_ben")} ${done("quote_cleo")}])
   (step-done "quotes" "three")`,
  `(def parcels (pmap (fn [n] (task (str "ship_parcel_" n) (tool/act {:name (str "ship_parcel_" n)}))) [1 2 3 4]))
   (step-done "ship" "four")`,
  `(def parts (tool/part {:order 7}))`,
  `(return {:quotes quotes :parcels parcels :parts parts :closed ${done("close_order_7")}})`,
];
let turn = 0;

let commits = 0;
let writing = 0;
let isDying = false;
// Load the code for the first program before the test begins.
await run("Begin.", { llm: () => "(return 1)" });
// From here on the process may be killed at any time. Opening the journal is part of the test.
process.stdout.write("begun\n");
const file = await openJournalFile(journalPath);
/** The last change, which a broken run commits together with the next one. */
let held: JournalChange | undefined;
async function onJournal(change: JournalChange): Promise<void> {
  commits += 1;
  const isHere = commits === Number(number);
  if (isHere && point === "torn") await dieWithin(change);
  // Changes are written one after the other, and none follows a torn one.
  if (isDying) await new Promise(() => undefined);
  writing += 1;
  const now = isBroken ? held : change;
  held = change;
  if (now !== undefined) await file.onJournal(now);
  writing -= 1;
  if (isHere && point === "commit") dieHere();
}

async function dieWithin(change: JournalChange): Promise<never> {
  isDying = true;
  while (writing > 0) await rest(1);
  const line = JSON.stringify(change);
  appendFileSync(journalPath, line.slice(0, line.length / 2));
  return dieHere();
}

const step = await run(lead, {
  // Ids depend on these numbers, so a repeated call has the same id.
  random: () => 0.5,
  journal: file.journal,
  onJournal,
  llm: async ({ messages }) => {
    await rest(1);
    const isPart = messages.some(
      ({ content }) => typeof content === "string" && content.startsWith("Part of"),
    );
    return isPart
      ? `(return [${done("part_pay_7")} ${done("part_mail_7")}])`
      : (programs[turn++] ?? "(fail :no-more)");
  },
});
await file.close();
process.stdout.write(`${JSON.stringify(step.ok ? step.return : step.fail)}\n`);
process.exitCode = step.ok ? 0 : 1;
