// The story: a process that charges the card and pauses, a person who decides, and another process
// that ships. It is killed when the carrier has the parcel but no file knows it. A third process
// continues, and nothing is charged or shipped twice.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { ledgerIn, type LedgerEntry } from "./ledger.ts";

const pollMs = 10;

export interface Story {
  /** The output of each process; undefined for the one that was killed. */
  readonly printed: readonly unknown[];
  readonly ledger: readonly LedgerEntry[];
}

/** Plays the story in `folder`; passes each line to `show`. */
export async function playStory(folder: string, show: (line: string) => void): Promise<Story> {
  const ledger = ledgerIn(folder);

  show(
    "First process: it charges the card. The parcel needs an approval, so it stores the state of",
  );
  show("the mission and ends:");
  const waiting = await startCommand("start", [folder]).printed;
  show(`  ${JSON.stringify(waiting)}`);

  show("A person edits the call: the parcel goes by standard service.");
  show(
    "Second process: the carrier accepts the parcel, and the process is killed before it gets the",
  );
  show("reply.");
  const second = startCommand("decide", [folder, "edit", '{"service":"standard"}', "silent"]);
  while (!ledger.entries().some(({ what }) => what === "shipped") && second.isRunning())
    await rest(pollMs);
  second.kill();
  const killed = await second.printed;

  show("Third process: the call is uncertain. It asks the carrier about the key of the call, and");
  show("passes the parcel that exists to the mission:");
  const shipped = await startCommand("recover", [folder]).printed;
  show(`  ${JSON.stringify(shipped)}`);

  show("Requests to the payment service and the carrier:");
  for (const entry of ledger.entries()) show(`  ${JSON.stringify(entry)}`);
  return { printed: [waiting, killed, shipped], ledger: ledger.entries() };
}

export interface StartedCommand {
  /** The printed JSON after the process has exited; undefined if it was killed. */
  readonly printed: Promise<unknown>;
  readonly isRunning: () => boolean;
  readonly kill: () => void;
}

/** Starts one of the commands in this folder. */
export function startCommand(
  name: "start" | "decide" | "recover",
  args: readonly string[],
): StartedCommand {
  const child = spawn(
    process.execPath,
    [...process.execArgv, join(import.meta.dirname, `${name}.ts`), ...args],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  const printed = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (signal === "SIGKILL") resolve(undefined);
      else if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(`${name} ended with ${String(code ?? signal)}: ${output}`));
    });
  });
  return {
    printed,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: () => child.kill("SIGKILL"),
  };
}
