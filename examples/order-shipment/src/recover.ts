// The third command, after a process was killed: continues from the entries that it had stored. The
// call that was under way is uncertain, so this asks the carrier about its key first.
//
// node src/recover.ts <folder>

import { answer, approve, checkpointOf, resume } from "@ptc/subagent";
import { filesIn } from "./files.ts";
import { ledgerIn } from "./ledger.ts";
import { checkpointKey, recordedModel, showStep } from "./passes.ts";
import { orderShipment } from "./shipment.ts";
import { order, parcelOf } from "./shop.ts";

const [folder = ""] = process.argv.slice(2);

const files = filesIn(folder);
const ledger = ledgerIn(folder);
const checkpoint = await checkpointOf(files.readEntries(), { checkpointKey });
const uncertain = checkpoint.pending.filter((call) => call.uncertain === true);
const { agent } = orderShipment({ ledger });
const step = await resume(agent, checkpoint, {
  llm: recordedModel(),
  context: { order },
  decisions: Object.fromEntries(
    uncertain.map(({ id }) => {
      const tracking = parcelOf(id, ledger);
      return [id, tracking === undefined ? approve() : answer(tracking)];
    }),
  ),
  checkpointKey,
  onCheckpoint: files.appendEntry,
});
showStep(step);
