// One invocation in a separate process: opens the journal of the order and continues from there. It
// may be killed at any moment. With `silent`, the carrier's response never arrives.
//
// node src/invocation.ts <folder> <order> <recording> [silent]

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { createRecordedModel, parseRecording, type RecordedModel } from "@ptc/llm";
import { run } from "@ptc/subagent";
import { openJournalFile } from "@ptc/subagent/node";
import { ledgerIn } from "./ledger.ts";
import { orderShipment } from "./shipment.ts";

const silenceMs = 60_000;

const [folder = "", order = "", recording = "", carrier = ""] = process.argv.slice(2);

const file = await openJournalFile(join(folder, `order-${order}.jsonl`));
const { agent, context } = orderShipment(Number(order), {
  ledger: ledgerIn(folder),
  ...(carrier === "silent" ? { carrierAnswers: () => rest(silenceMs) } : {}),
});
const step = await run(agent, {
  llm: recordedModel(recording),
  context: (await context?.()) ?? {},
  journal: file.journal,
  onJournal: file.onJournal,
});
await file.close();
console.log(JSON.stringify(step.ok ? step.return : step.fail));
process.exitCode = step.ok ? 0 : 1;

function recordedModel(path: string): RecordedModel {
  const parsed = parseRecording(readFileSync(path, "utf8"));
  if (!parsed.ok) throw new Error(`${path}: ${parsed.message}`);
  return createRecordedModel(parsed.recording);
}
