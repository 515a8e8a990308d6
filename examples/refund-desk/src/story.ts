// The story: a process that pays small refunds and asks about large ones, a person who decides, and
// another process that continues.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { approve, deny, type Decision, type PendingCall } from "@ptc/subagent";
import type { LedgerEntry } from "./desk.ts";
import { openDesk } from "./open-desk.ts";

export interface Story {
  /** The calls that waited. */
  readonly pending: readonly PendingCall[];
  /** The entries of the ledger when the first process had ended. */
  readonly before: readonly LedgerEntry[];
  readonly ledger: readonly LedgerEntry[];
  readonly result: unknown;
}

/** Plays the story in `folder`; passes each line to `show`. */
export async function playStory(folder: string, show: (line: string) => void): Promise<Story> {
  show("First process: it pays small refunds at once, and asks about the others.");
  const { id, pending } = (await invocation(folder)) as {
    readonly id: string;
    readonly pending: readonly PendingCall[];
  };
  const before = ledgerIn(folder);
  show(`  ${String(before.length)} paid, ${String(pending.length)} wait:`);
  for (const call of pending) show(`  ${JSON.stringify(call.arguments)}`);

  show("A person denies the first one, lowers the second to 100, and approves the others.");
  const decisions = pending.map((call, index) => [call.id, decisionOf(call, index)] as const);
  const desk = await openDesk(folder);
  await desk.decide(id, Object.fromEntries(decisions));
  await desk.close();

  show("Second process: it continues, and pays what was approved.");
  const { result } = (await invocation(folder)) as { readonly result: unknown };
  const ledger = ledgerIn(folder);
  for (const entry of ledger.slice(before.length))
    show(`  ${entry.what} of ${String(entry.amount)} for request ${String(entry.request)}`);
  show(JSON.stringify(result));
  return { pending, before, ledger, result };
}

function decisionOf(call: PendingCall, index: number): Decision {
  if (index === 0) return deny("the receipt is missing");
  // The account number is hidden in `call.arguments`. The marker in its place keeps it.
  return index === 1 ? approve({ arguments: { ...call.arguments, amount: 100 } }) : approve();
}

async function invocation(folder: string): Promise<unknown> {
  const script = join(import.meta.dirname, "invocation.ts");
  const child = spawn(process.execPath, [...process.execArgv, script, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // DBOS reports the creation of its tables before.
  const lines = (await text(child.stdout)).trimEnd().split("\n");
  return JSON.parse(lines.at(-1) ?? "");
}

function ledgerIn(folder: string): readonly LedgerEntry[] {
  return readFileSync(join(folder, "ledger.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as LedgerEntry);
}
