// The story: three invocations and somebody outside. The first one is killed once the card is
// charged; the second finds that and waits; the third ships.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { openJournalFile } from "@ptc/subagent/node";
import { confirmationOf } from "./shipment.ts";
import { ledgerIn, type LedgerEntry } from "./shop.ts";

const here = join(import.meta.dirname, "..");
const order = 42;
/** So long the model of the first invocation thinks, which is when it is killed. */
const thinksMs = 3_000;

export interface Story {
  /** What each invocation answered; undefined for the one that was killed. */
  readonly answers: readonly unknown[];
  readonly ledger: readonly LedgerEntry[];
  /** The lines of the journal at the end. */
  readonly journal: readonly string[];
}

/** Plays the story in `folder`; `tell` is told what happens. */
export async function playStory(folder: string, tell: (line: string) => void): Promise<Story> {
  const journal = join(folder, `order-${String(order)}.jsonl`);
  const linesOf = (): readonly string[] =>
    existsSync(journal) ? readFileSync(journal, "utf8").trimEnd().split("\n") : [];

  tell(
    "First invocation: it charges the card, and is killed while the model thinks about the rest.",
  );
  const first = invocation(folder, "recording.json", thinksMs);
  while (!linesOf().some((line) => line.includes("charge_order_42"))) await rest(5);
  first.kill();
  const killed = await first.answer;
  tell(`  killed; the journal has ${linesOf().slice(1).join(", ")}`);

  tell("Second invocation: it finds the charge in the journal, and that nobody has confirmed it.");
  const waiting = await invocation(folder, "recording.json").answer;
  tell(`  ${JSON.stringify(waiting)}`);

  tell("The warehouse confirms the payment: the application writes that into the journal.");
  const file = await openJournalFile(journal);
  await file.write(confirmationOf(order), true);
  await file.close();

  tell("Third invocation: it ships.");
  const shipped = await invocation(folder, "recording-confirmed.json").answer;
  tell(`  ${JSON.stringify(shipped)}`);

  const ledger = ledgerIn(folder).entries();
  tell("What was done in the world:");
  for (const entry of ledger) tell(`  ${JSON.stringify(entry)}`);
  return { answers: [killed, waiting, shipped], ledger, journal: linesOf() };
}

interface Invocation {
  /** What it printed, once it has ended; undefined where it was killed. */
  readonly answer: Promise<unknown>;
  readonly kill: () => void;
}

function invocation(folder: string, recording: string, takesMs = 0): Invocation {
  const child = spawn(
    process.execPath,
    [
      ...process.execArgv,
      join(here, "src/invocation.ts"),
      ...[folder, String(order), join(here, recording), String(takesMs)],
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  return {
    kill: () => {
      child.kill("SIGKILL");
    },
    answer: new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => {
        if (signal === "SIGKILL") resolve(undefined);
        else if (code === 0) resolve(JSON.parse(output));
        else reject(new Error(`the invocation ended with ${String(code)}: ${output}`));
      });
    }),
  };
}
