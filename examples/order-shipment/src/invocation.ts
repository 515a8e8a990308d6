// One invocation, in a process of its own: it opens the journal of the order, goes on from there,
// and may be killed at any moment.
//
// node src/invocation.ts <folder> <order> <recording> [milliseconds that the model takes]

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { createRecordedModel, parseRecording, type LanguageModel } from "@ptc/llm";
import { run } from "@ptc/subagent";
import { openJournalFile } from "@ptc/subagent/node";
import { orderShipment } from "./shipment.ts";
import { ledgerIn } from "./shop.ts";

const [folder = "", order = "", recording = "", takes = "0"] = process.argv.slice(2);

const file = await openJournalFile(join(folder, `order-${order}.jsonl`));
const { agent, context } = orderShipment(Number(order), ledgerIn(folder));
const step = await run(agent, {
  llm: taking(Number(takes), recordedModel(recording)),
  context: (await context?.()) ?? {},
  journal: file.journal,
  onJournal: file.onJournal,
});
await file.close();
console.log(JSON.stringify(step.ok ? step.return : step.fail));
process.exitCode = step.ok ? 0 : 1;

function recordedModel(path: string): LanguageModel {
  const parsed = parseRecording(readFileSync(path, "utf8"));
  if (!parsed.ok) throw new Error(`${path}: ${parsed.message}`);
  return createRecordedModel(parsed.recording);
}

/** Models take their time before they answer. */
function taking(milliseconds: number, model: LanguageModel): LanguageModel {
  return {
    ...model,
    generate: async (request) => {
      await rest(milliseconds);
      return await model.generate(request);
    },
  };
}
