// The first command: runs the mission until it waits, and writes the checkpoint.
//
// node src/start.ts <folder>

import { run } from "@ptc/subagent";
import { filesIn } from "./files.ts";
import { ledgerIn } from "./ledger.ts";
import { checkpointKey, recordedModel, showStep } from "./passes.ts";
import { orderShipment } from "./shipment.ts";
import { order } from "./shop.ts";

const [folder = ""] = process.argv.slice(2);

const files = filesIn(folder);
const { agent } = orderShipment({ ledger: ledgerIn(folder) });
const step = await run(agent, {
  llm: recordedModel(),
  context: { order },
  checkpointKey,
  onCheckpoint: files.appendEntry,
});
if (step.status === "waiting") files.writeCheckpoint(step.checkpoint);
showStep(step);
