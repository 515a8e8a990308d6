// Records real-world effects independently of the mission: a line for each request to the payment
// service and the carrier. A key identifies each request.

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface LedgerEntry {
  readonly what: "charged" | "refunded" | "shipped";
  readonly order: number;
  /** The idempotency key of the call: a service that knows it does nothing again. */
  readonly key: string;
  readonly service?: string;
}

export interface Ledger {
  add(entry: LedgerEntry): void;
  entries(): readonly LedgerEntry[];
}

/** Returns a ledger in a file of `folder`, which outlives the process. */
export function ledgerIn(folder: string): Ledger {
  const path = join(folder, "ledger.jsonl");
  return {
    add: (entry) => {
      appendFileSync(path, `${JSON.stringify(entry)}\n`);
    },
    entries: () =>
      existsSync(path)
        ? readFileSync(path, "utf8")
            .split("\n")
            .slice(0, -1)
            .map((line) => JSON.parse(line) as LedgerEntry)
        : [],
  };
}

/** Returns a ledger that lasts as long as the process. */
export function ledgerInMemory(): Ledger {
  const entries: LedgerEntry[] = [];
  return {
    add: (entry) => {
      entries.push(entry);
    },
    entries: () => entries,
  };
}
