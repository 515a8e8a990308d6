// The second command: resumes the mission with a person's decision, in another process. With
// "silent" at the end, the carrier's response never arrives.
//
// node src/decide.ts <folder> approve
// node src/decide.ts <folder> deny "the address is wrong"
// node src/decide.ts <folder> edit '{"service":"standard"}'

import { setTimeout as rest } from "node:timers/promises";
import { approve, deny, resume, type Decision, type PendingCall } from "@ptc/subagent";
import { filesIn } from "./files.ts";
import { ledgerIn } from "./ledger.ts";
import { checkpointKey, recordedModel, showStep } from "./passes.ts";
import { orderShipment } from "./shipment.ts";
import { order } from "./shop.ts";

const silenceMs = 60_000;

const [folder = "", choice = "", ...words] = process.argv.slice(2);

const files = filesIn(folder);
const checkpoint = files.readCheckpoint();
const { agent } = orderShipment({
  ledger: ledgerIn(folder),
  ...(words.at(-1) === "silent" ? { carrierAnswers: () => rest(silenceMs) } : {}),
});
const step = await resume(agent, checkpoint, {
  llm: recordedModel(),
  context: { order },
  decisions: Object.fromEntries(checkpoint.pending.map((call) => [call.id, decisionOf(call)])),
  checkpointKey,
  onCheckpoint: files.appendEntry,
});
showStep(step);

function decisionOf(call: PendingCall): Decision {
  const [text = ""] = words;
  switch (choice) {
    case "approve":
      return approve();
    case "deny":
      return deny(text);
    case "edit":
      // The address is hidden in `call.arguments`. The marker in its place keeps it.
      return approve({ arguments: { ...call.arguments, ...(JSON.parse(text) as object) } });
    default:
      throw new Error(`${choice}: expected approve, deny or edit`);
  }
}
