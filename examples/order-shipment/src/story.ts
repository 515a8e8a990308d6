// The story: three invocations and someone outside. The first charges the card and waits. The
// second is killed when the carrier has the parcel but the journal doesn't know it. The third
// continues, and nothing is charged or shipped twice.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openJournalFile } from "@ptc/subagent/node";
import { startInvocation } from "./child-process.ts";
import { ledgerIn, type LedgerEntry } from "./ledger.ts";
import { confirmationOf } from "./shipment.ts";

const order = 42;

export interface Story {
  /** The answer of each invocation; undefined for the one that was killed. */
  readonly answers: readonly unknown[];
  readonly ledger: readonly LedgerEntry[];
  /** The lines of the journal when the second invocation was killed, and at the end. */
  readonly journals: readonly (readonly string[])[];
}

/** Plays the story in `folder`; passes each event to `tell`. */
export async function playStory(folder: string, tell: (line: string) => void): Promise<Story> {
  const path = join(folder, `order-${String(order)}.jsonl`);
  const ledger = ledgerIn(folder);
  const invoke = (recording: string, ...more: readonly string[]) =>
    startInvocation([folder, String(order), join(import.meta.dirname, "..", recording), ...more]);

  tell("First invocation: it charges the card, then ends, because the payment isn't confirmed.");
  const waiting = await invoke("recording.json").answer;
  tell(`  ${JSON.stringify(waiting)}`);

  tell("The warehouse confirms the payment: the application writes that into the journal.");
  const file = await openJournalFile(path);
  await file.write(confirmationOf(order), true);
  await file.close();

  tell(
    "Second invocation: the carrier accepts the parcel, and the process is killed before it gets",
  );
  tell("the reply. The journal has the charge and the confirmation, but no parcel:");
  const killed = await invoke("recording-confirmed.json", "silent").killWhen(() =>
    ledger.entries().some(({ what }) => what === "shipped"),
  );
  const whenKilled = journalLines(path);
  for (const line of whenKilled.slice(1)) tell(`  ${line}`);

  tell("Third invocation: the journal provides the charge. The carrier is called again with");
  tell("the same key, and returns the existing parcel.");
  const shipped = await invoke("recording-confirmed.json").answer;
  tell(`  ${JSON.stringify(shipped)}`);

  tell("Requests to the payment service and the carrier:");
  for (const entry of ledger.entries()) tell(`  ${JSON.stringify(entry)}`);
  return {
    answers: [waiting, killed, shipped],
    ledger: ledger.entries(),
    journals: [whenKilled, journalLines(path)],
  };
}

function journalLines(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
}
